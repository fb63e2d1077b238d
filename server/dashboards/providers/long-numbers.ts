/** A whole part of a number that JavaScript's numbers may not hold. Most fractions have more digits, but after the point. */
const maybeLong = /(?<![\d.])\d{16}/

/** Matches a text, or a number without exponent whose whole part has 16 digits or more. */
const textOrLongNumber =
  /"[^"\\]*(?:\\[\s\S][^"\\]*)*"?|(?<![\d.eE+-])-?\d{16,}(?:\.\d+)?(?![\d.eE])/g

/**
 * Parses JSON. Numbers beyond 2^53 become texts, which keep their digits.
 * @throws SyntaxError as `JSON.parse`.
 */
export function parseLongNumbers(json: string): unknown {
  return JSON.parse(maybeLong.test(json) ? quoteLongNumbers(json) : json)
}

/** @returns JSON whose numbers beyond 2^53 are texts. */
export const quoteLongNumbers = (json: string): string =>
  json.replace(textOrLongNumber, (token) => (isLongNumber(token) ? `"${token}"` : token))

/** @returns whether a text is a number that JavaScript's numbers can't hold. Metabase writes such integers as texts, too. */
export const isLongNumber = (text: string): boolean =>
  /^-?\d{16,40}(?:\.\d{1,40})?$/.test(text) && !Number.isSafeInteger(Math.trunc(Number(text)))
