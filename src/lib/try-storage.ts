/**
 * Uses the browser's storage, which may be blocked or full: then the page does without.
 * @returns undefined then.
 */
export function tryStorage<Result>(use: () => Result): Result | undefined {
  try {
    return use()
  } catch {
    return undefined
  }
}
