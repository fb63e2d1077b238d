/** An action on a subscription at the sandbox. */
export type SandboxAct =
  /** The card was changed: to one that works, or one that fails from the next period on. */
  | { kind: 'card'; at: Date; card: 'good' | 'failing' }
  /** The renewal was stopped. */
  | { kind: 'stop'; at: Date }
  | { kind: 'pause' | 'resume'; at: Date }
  /** A partial or full refund, in the currency's smallest unit. */
  | { kind: 'refund'; at: Date; paymentId: string; amount: number }
