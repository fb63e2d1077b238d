/** @returns a text in lower case and without accents, which NFD makes characters of their own. */
export function plainText(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}
