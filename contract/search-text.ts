/**
 * Returns a text as searches compare it: in lower case, in one form of Unicode, and without accents and characters that don't
 * show. `Straße` is `strasse`, and `İ` and `ı` are `i`.
 */
export function searchText(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\p{M}\p{Default_Ignorable_Code_Point}]/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('ı', 'i')
    .replaceAll('ς', 'σ')
}
