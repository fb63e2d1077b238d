/**
 * @returns a text in lower case, without accents, which NFKD makes characters of their own, and with plain spaces.
 */
export function plainText(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}
