/** The time and place of an action on an account. */
export interface RequestOrigin {
  at: Date
  /** Its name. */
  browser: string
  network: string
}

const inWords = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'UTC',
})

/** @returns a sentence with time and place. The reader's time zone is unknown, so times are in UTC. */
export function originText({ at, browser, network }: RequestOrigin): string {
  return `This happened on ${inWords.format(at)} UTC, in this browser: ${browser}, from the network ${network}.`
}
