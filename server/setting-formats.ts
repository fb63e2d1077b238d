import * as v from 'valibot'

/** Any text but none. */
export const text = v.pipe(v.string(), v.trim(), v.minLength(1, 'must not be empty'))
/** An absolute address. @param protocols those allowed, each with its colon. */
export const address = (protocols: string[]) =>
  v.pipe(
    text,
    v.check(
      (value) => URL.canParse(value) && protocols.includes(new URL(value).protocol),
      `must be an address that begins with ${protocols.map((name) => `${name}//`).join(' or ')}`,
    ),
  )
/** An address as it may stand in a link of the app. */
export const link = v.pipe(
  text,
  v.regex(/^(https?:\/\/|mailto:|\/(?!\/))/, 'must begin with https://, http://, mailto: or /'),
)
/** A whole number; both ends may be reached. */
export const wholeNumber = (least: number, most: number) => {
  const rule = `must be a whole number from ${least} to ${most}`
  return v.pipe(
    v.string(),
    v.trim(),
    v.regex(/^\d+$/, rule),
    v.transform(Number),
    v.minValue(least, rule),
    v.maxValue(most, rule),
  )
}
