/**
 * A moment by two clocks: the visitor's, which somebody may put right, and one that only goes forward,
 * but stands still on some machines while they sleep. Both in ms.
 */
export interface Moment {
  wall: number
  steady: number
}

export const thisMoment = (): Moment => ({ wall: Date.now(), steady: performance.now() })

/** @returns how long ago a moment was, in ms: by the clock that has gone on further. */
export const timeSince = ({ wall, steady }: Moment): number =>
  Math.max(Date.now() - wall, performance.now() - steady)
