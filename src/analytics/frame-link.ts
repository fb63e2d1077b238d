import { type Moment, timeSince } from '../api/moment'

/** A dashboard's address, and its lifetime. */
export interface FrameLink {
  /** One that `isFrameAddress` accepts. */
  address: string
  /** The id to ask for a new link with; null: there is none. */
  dashboardId: string | null
  /** Its lifetime from `receivedAt` on, in seconds; null: unlimited, or unknown. */
  expiresIn: number | null
  receivedAt: Moment
}

/** @returns the remaining lifetime of a link, in ms; negative once it has ended. */
export function timeLeft({ expiresIn, receivedAt }: FrameLink): number {
  return expiresIn === null ? Number.POSITIVE_INFINITY : expiresIn * 1000 - timeSince(receivedAt)
}
