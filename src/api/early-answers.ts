import { headersOf } from './headers'

declare global {
  interface Window {
    /** Answers to calls that the boot script sent before the app's code had loaded, by token and address. */
    earlyAnswers?: Map<string, Promise<Response>> | undefined
  }
}

/** Sends a GET before the app asks for its answer. */
export function fetchEarly(address: string, accessToken: string): void {
  const response = fetch(address, { headers: headersOf(accessToken) })
  // The call that takes the answer reports the failure.
  response.catch(() => {})
  window.earlyAnswers ??= new Map()
  window.earlyAnswers.set(`${accessToken} ${address}`, response)
}

/** Takes an early answer, once, if its request had the same address and token (D48). */
export function takeEarlyAnswer(address: string, accessToken: string | null) {
  const key = `${accessToken} ${address}`
  const response = window.earlyAnswers?.get(key)
  window.earlyAnswers?.delete(key)
  return response
}

/** Drops answers that no call took, because they would serve a later call with stale data. */
export function dropEarlyAnswers(): void {
  window.earlyAnswers?.clear()
}
