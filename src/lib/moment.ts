/**
 * A moment by two clocks, in ms: the visitor's, which somebody may set, and a monotonic one, which stops on
 * some machines while they sleep.
 */
export interface Moment {
  wall: number
  steady: number
}

export const thisMoment = (): Moment => ({ wall: Date.now(), steady: performance.now() })

/** @returns how long ago a moment was, in ms, by the clock that advanced further. */
export const timeSince = ({ wall, steady }: Moment): number =>
  Math.max(Date.now() - wall, performance.now() - steady)
