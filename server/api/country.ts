import type { Context } from 'hono'

export const countryPath = '/sandbox/country.json'

/**
 * The stand-in for the geolocation service (D16): it derives the country from the browser's
 * language. Source of the header's format: RFC 9110, section 12.5.4.
 */
export function answerCountry(context: Context): Response {
  const [language = ''] = (context.req.header('accept-language') ?? '').split(/[,;]/, 1)
  return context.json({ country: countryOf(language.trim()) })
}

/** Returns the country (ISO 3166) of a language (BCP 47), or the United States for one without a country, or an odd one: `C`. */
export function countryOf(language: string): string {
  const [, region] = /^[a-z]{2,3}(?:-[a-z]{4})?-([a-z]{2})$/i.exec(language) ?? []
  return region?.toUpperCase() ?? 'US'
}
