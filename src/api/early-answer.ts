/** A call that the boot script sent before the code that makes calls had come (`src/boot/boot.ts`). */
interface EarlyAnswer {
  accessToken: string
  response: Promise<Response>
  /** Whole, and not a refusal, after which more would have to be sent. */
  isComplete: boolean
}

declare global {
  interface Window {
    /** By address. */
    earlyAnswers?: Map<string, EarlyAnswer>
  }
}

/**
 * Headers of every call.
 * @param accessToken the bearer; null sends none.
 */
export function headersOf(accessToken: string | null): Record<string, string> {
  return {
    accept: 'application/json',
    'content-type': 'application/json',
    ...(accessToken && { authorization: `Bearer ${accessToken}` }),
  }
}

/** Sends a GET now, so that its answer may be there when the app asks for it. */
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
    // It fails where it is taken, if it is.
    .catch(() => {})
}

/** @returns whether something was asked early, and all of it is here, though nobody has taken it yet. */
export function areEarlyAnswersComplete(): boolean {
  const answers = [...(window.earlyAnswers?.values() ?? [])]
  return answers.length > 0 && answers.every(({ isComplete }) => isComplete)
}

/**
 * Takes the answer to what was asked early, once: by another address, or with another token, it was
 * not what is asked now (D48).
 */
export function takeEarlyAnswer(
  address: string,
  accessToken: string | null,
): Promise<Response> | undefined {
  const early = window.earlyAnswers?.get(address)
  if (!early || early.accessToken !== accessToken) return undefined
  window.earlyAnswers?.delete(address)
  return early.response
}

/** What nobody has asked for while the page was starting is too old to be an answer. */
export function dropEarlyAnswers(): void {
  delete window.earlyAnswers
}
