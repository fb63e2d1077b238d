/** A call that the boot script sent before the API client loaded (`src/boot/boot.ts`). */
interface EarlyAnswer {
  accessToken: string
  response: Promise<Response>
  /** The whole body has arrived, with a status of 200 to 299. */
  isComplete: boolean
}

declare global {
  interface Window {
    /** By address. */
    earlyAnswers?: Map<string, EarlyAnswer>
  }
}

/** Headers of every call. @param accessToken the bearer; null sends none. */
export function headersOf(accessToken: string | null): Record<string, string> {
  return {
    accept: 'application/json',
    'content-type': 'application/json',
    ...(accessToken && { authorization: `Bearer ${accessToken}` }),
  }
}

/** Sends a GET before the app asks for its answer. */
export function fetchEarly(address: string, accessToken: string): void {
  const response = fetch(address, { headers: headersOf(accessToken) })
  const answer: EarlyAnswer = { accessToken, response, isComplete: false }
  window.earlyAnswers ??= new Map()
  window.earlyAnswers.set(address, answer)
  response
    .then(async (given) => {
      await given.clone().text()
      answer.isComplete = given.ok
    })
    // The caller that takes the answer sees the failure.
    .catch(() => {})
}

/** @returns whether there are untaken early answers, all of them complete. */
export function areEarlyAnswersComplete(): boolean {
  const answers = [...(window.earlyAnswers?.values() ?? [])]
  return answers.length > 0 && answers.every(({ isComplete }) => isComplete)
}

/** Takes an early answer, once, if its request had the same address and token (D48). */
export function takeEarlyAnswer(
  address: string,
  accessToken: string | null,
): Promise<Response> | undefined {
  const early = window.earlyAnswers?.get(address)
  if (!early || early.accessToken !== accessToken) return undefined
  window.earlyAnswers?.delete(address)
  return early.response
}

/** Drops answers that nobody took during startup: they go stale. */
export function dropEarlyAnswers(): void {
  delete window.earlyAnswers
}
