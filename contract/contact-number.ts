/**
 * The country codes that the form offers, and the most digits that a number may have after each
 * (specification, sections 5 and 9).
 */
const maxDigits = new Map([
  ['+1', 10],
  ['+91', 10],
  ['+44', 11],
  ['+61', 10],
])

export const offeredCodes: readonly string[] = [...maxDigits.keys()]

/**
 * @returns the maximum number of digits after a code; E.164 allows 15, and a code has at least one.
 */
export function maxDigitsAfter(code: string): number {
  return maxDigits.get(code) ?? 14
}
