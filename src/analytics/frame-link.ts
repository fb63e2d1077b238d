import { type Moment, timeSince } from '../api/moment'

/** A dashboard's address, and how long it works. */
export interface FrameLink {
  /** One that `isFrameAddress` accepts. */
  address: string
  /** What a new one is asked for by; null: there is none to be had. */
  dashboardId: string | null
  /** How long it works from `receivedAt` on, in seconds; null: it doesn't end, or nobody has said. */
  expiresIn: number | null
  receivedAt: Moment
}

/** @returns how long a link still works, in ms; negative once it has ended. */
export function timeLeft({ expiresIn, receivedAt }: FrameLink): number {
  return expiresIn === null ? Number.POSITIVE_INFINITY : expiresIn * 1000 - timeSince(receivedAt)
}
