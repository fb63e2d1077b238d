import { decodedBy } from './glued-link'

/** Characters that don't show, but come along when text is copied: zero-width characters, soft hyphens, marks of direction. */
const hidden = /\p{Default_Ignorable_Code_Point}/gu
/** The same, except joiners between letters of the scripts that need them: they belong to a domain's name. */
const hiddenInDomain =
  /(?!(?<=[^\0-\x7f])[\u200c\u200d][^\0-\x7f])\p{Default_Ignorable_Code_Point}/gu

/**
 * Returns a pasted slug, code or link in ASCII as far as it goes: without characters that don't show and blanks around it, with
 * hyphens for dashes and narrow letters for full-width ones.
 */
export function exactText(text: string): string {
  return text
    .replace(hidden, '')
    .normalize('NFKC')
    .replace(/\p{Pd}/gu, '-')
    .trim()
}

/** Signs that stand before an address, and that none begins with. */
const before = /^[\s"'*<•\p{Ps}\p{Pi}\p{Pf}]+/u
/** Everything behind an address, which ends with a letter or digit. */
const behind = /(?<=[\p{L}\p{M}\p{N}])[^\p{L}\p{M}\p{N}_@]+$/u
/** Full-width characters, as East Asian keyboards type them, and ligatures, which are copied out of PDFs. */
const wide = /[\u3002\uff01-\uff61\ufb00-\ufb06]/g

/**
 * Returns the email address in a pasted text: `Name <a@b>`, `mailto:a@b` and `a@b;` are `a@b`. A text that holds no address,
 * or several, stays for the check to refuse.
 */
export function addressIn(text: string): string {
  const shown = text
    .replace(hiddenInDomain, '')
    .replace(wide, (sign) => sign.normalize('NFKC').replace('。', '.'))
  const named = /^[^<]*<([^<>]*)>[^<>@]*$/.exec(shown)?.[1] ?? shown
  const linked = /^\s*(?:mailto|smtp|e-?mail):(?:\/\/)?([^?&]*)/i.exec(named)?.[1]
  const address = (linked === undefined ? named : decodedBy(decodeURIComponent, linked))
    .replace(before, '')
    .replace(behind, '')
  const [, local = '', domain = ''] = /^([^\s<>@]+)@([^\s<>@]+)$/.exec(address) ?? []
  return domain === '' ? shown.trim() : `${local.replace(hidden, '')}@${domain}`
}
