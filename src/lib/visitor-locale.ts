/**
 * @returns the visitor's language, unless one is given, as far as the browser can format for it. Systems without a language
 *   have odd ones: `C`, `en-US@posix`.
 */
function localeOf(language = new Intl.NumberFormat().resolvedOptions().locale): Intl.Locale {
  try {
    return new Intl.Locale(language.replace(/[@.].*/, '')).maximize()
  } catch {
    return new Intl.Locale('en-GB')
  }
}

/** @returns the region (ISO 3166) whose conventions the visitor is used to; undefined for a language without one. */
export const visitorRegion = (language?: string) => localeOf(language).region

/**
 * The locale of all formats: English, like the words around them, by the conventions of the visitor's region (D104).
 * @param language the visitor's as BCP 47, unless given.
 * @returns 'en-SE' for Swedish; 'en-GB' for a region without an English of its own.
 */
export function visitorLocale(language?: string): string {
  const locale = `en-${visitorRegion(language) ?? 'GB'}`
  const isKnown = new Intl.NumberFormat(locale).resolvedOptions().locale !== 'en'
  return isKnown ? locale : 'en-GB'
}
