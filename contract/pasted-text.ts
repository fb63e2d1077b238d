import { decodedBy } from './glued-link'

/** Characters that don't show, but come along when text is copied: zero-width characters, soft hyphens, marks of direction. */
const hidden = /\p{Default_Ignorable_Code_Point}/gu
/** The same, except joiners between letters of the scripts that need them: they belong to a domain's name. */
const hiddenInDomain =
  /(?!(?<=[^\0-\x7f])[\u200c\u200d][^\0-\x7f])\p{Default_Ignorable_Code_Point}/gu

/** Returns a pasted slug, code or link without characters that don't show, and without blanks around it. */
export function exactText(text: string): string {
  return text.replace(hidden, '').trim()
}

/** Blanks, quotation marks and punctuation around an address. */
const around = /^[\s("]+|(?<![\s",;:.)])[\s",;:.)]+$/g

/**
 * Returns the email address in a pasted text: `Name <a@b>`, `mailto:a@b` and `a@b;` are `a@b`. A text that holds no address,
 * or several, stays for the check to refuse.
 */
export function addressIn(text: string): string {
  const shown = text.replace(hiddenInDomain, '').replace(around, '')
  const named = /^[^<]*<([^<>]*)>$/.exec(shown)?.[1] ?? shown
  const linked = /^\s*mailto:([^?]*)/i.exec(named)?.[1]
  const address = (linked === undefined ? named : decodedBy(decodeURIComponent, linked)).replace(
    around,
    '',
  )
  const at = address.lastIndexOf('@')
  return address.slice(0, at + 1).replace(hidden, '') + address.slice(at + 1)
}
