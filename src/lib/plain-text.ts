/**
 * @returns a text in lower case, without accents, and with plain spaces. NFKD makes accents characters of their own.
 */
export function plainText(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}
