/** @returns a text in lower case and without accents: decomposed, an accent is a character of its own. */
export function plainText(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}
