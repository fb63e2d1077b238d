import * as v from 'valibot'
import { isGstin } from '../../../contract/gst'
import { isTimeZone } from '../../../contract/site-day'

/** Any text except an empty one. */
export const text = v.pipe(v.string(), v.trim(), v.minLength(1, 'must not be empty'))
const hasUser = (value: string) => /^\w+:\/\/[^/?#]*@/.test(value)
/**
 * An absolute address. A website's has no user: `fetch` refuses that, and mails would show it.
 * @param protocols the allowed ones, each with its colon.
 */
export const address = (protocols: string[]) => {
  const isOfWebsite = protocols.includes('https:')
  return v.pipe(
    text,
    v.check(
      (value) => {
        // PostgreSQL's addresses of a socket have no host: postgresql://user:password@/database?host=/run/postgresql
        const withHost = value.replace(/^(postgres(?:ql)?:\/\/[^/]*@)(?=\/)/, '$1localhost')
        if (!URL.canParse(withHost) || !protocols.includes(new URL(withHost).protocol)) return false
        // `smtp://user:7/word@host` is valid, too: the port 7 of the host `user`.
        return isOfWebsite ? !hasUser(value) : hasUser(value) || !/^[^=]*@/.test(value)
      },
      ({ input }) => {
        if (!protocols.some((name) => input.startsWith(`${name}//`))) {
          return `must be an address that begins with ${protocols.map((name) => `${name}//`).join(' or ')}`
        }
        return isOfWebsite
          ? 'is no valid address. It must have no user and no password'
          : 'is no valid address. In its user and password write % as %25, / as %2F, # as %23, ? as %3F and @ as %40'
      },
    ),
  )
}
/** An address for a link in the app. */
export const link = v.pipe(
  text,
  v.regex(/^(https?:\/\/|mailto:|\/(?!\/))/, 'must begin with https://, http://, mailto: or /'),
)
/** A host's name, as browsers have it. */
export const domain = v.pipe(
  text,
  v.regex(
    /^(?=.{1,253}$)[a-z\d]([a-z\d-]*[a-z\d])?(\.[a-z\d]([a-z\d-]*[a-z\d])?)*$/,
    'must be a domain in lower case, such as example.com',
  ),
)
export const tokenSecret = v.pipe(v.string(), v.minLength(32, 'must have at least 32 characters'))
/** A sender's address. */
export const sender = v.pipe(
  text,
  v.regex(
    /^[^<>@\s]+@[^<>@\s]+$|^[^<>\r\n]+<[^<>@\s]+@[^<>@\s]+>$/,
    'must be an address, with or without a name: Orglens <mail@example.com>',
  ),
)
/** A name that authenticator apps can show: a colon would end it there. */
export const productName = v.pipe(
  text,
  v.check((value) => !/[:\p{Cc}]/u.test(value), 'must not have a colon or a line break'),
)
/** A name and an address, a line each. */
export const seller = v.pipe(
  text,
  v.transform((value) =>
    value
      .split(/\||\r?\n/)
      .map((line) => line.trim())
      .filter(Boolean),
  ),
  v.check(
    (lines) => lines.length > 0 && lines.length <= 10 && lines.every(({ length }) => length <= 100),
    'must be 1 to 10 lines of at most 100 characters, with | in between',
  ),
  v.transform((lines) => lines.join('\n')),
)
/** A seller's GSTIN. */
export const gstin = v.pipe(
  text,
  v.check(isGstin, 'must be a GSTIN with its right check digit, in capital letters'),
)
/** A rate in per cent, read in hundredths: '18' is 1800. */
export const taxRate = v.pipe(
  text,
  v.regex(/^\d{1,2}(\.\d{1,2})?$/, 'must be a rate in per cent, such as 18 or 2.5'),
  v.transform((value) => Math.round(Number(value) * 100)),
)
/** A service's accounting code in India; those of services begin with 99. */
export const serviceCode = v.pipe(
  text,
  v.regex(
    /^99\d{4}$/,
    "must be your service's accounting code (SAC), six digits that begin with 99",
  ),
)
/** How numbers of invoices begin: `ABC/26-27/000001` has 16 characters, the most that CGST rule 46(b) allows. */
export const invoicePrefix = v.pipe(
  text,
  v.regex(
    /^[A-Z\d]{1,3}$/,
    'must be one to three capital letters or digits, because a number may have 16 characters',
  ),
)
/** The operator's text on documents. */
export const documentText = v.pipe(text, v.maxLength(300, 'must have at most 300 characters'))
export const timeZone = v.pipe(
  text,
  v.check(isTimeZone, 'must be the name of a time zone, such as Asia/Kolkata or UTC'),
)
/** A whole number within a range, bounds included. */
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
export const oneOf = <const Words extends readonly string[]>(...words: Words) =>
  v.picklist(words, `must be ${words.join(' or ')}`)
/** Exactly as browsers send them: no path, no trailing slash, no default port, lower case. */
export const origins = v.pipe(
  v.string(),
  v.transform((value) =>
    value
      .split(',')
      .map((origin) => origin.trim())
      .filter(Boolean),
  ),
  v.array(
    v.pipe(
      v.string(),
      v.check(
        (origin) =>
          /^https?:/.test(origin) && URL.canParse(origin) && new URL(origin).origin === origin,
        'must be origins such as https://app.example.com, separated by commas',
      ),
    ),
  ),
)

/** A setting is missing or invalid; the text names each and says what it should be. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError'
}

/** @param problems each names a setting and its requirement. */
export function refuse(problems: string[]): never {
  throw new SettingsError(
    ['The settings are invalid:', ...problems.map((problem) => `  ${problem}`)].join('\n'),
  )
}
