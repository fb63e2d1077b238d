/** Something that was done to a subscription at the sandbox. */
export type SandboxAct =
  /** It is charged from another card: one that works, or one that fails from the next period on. */
  | { kind: 'card'; at: Date; card: 'good' | 'failing' }
  /** It ends with its period. */
  | { kind: 'stop'; at: Date }
  | { kind: 'pause' | 'resume'; at: Date }
  /** A part of a payment, or all of it, was given back: in the currency's smallest unit. */
  | { kind: 'refund'; at: Date; paymentId: string; amount: number }
