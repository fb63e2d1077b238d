/** The organisation whose sample data is shown. */
export interface Organisation {
  /** What the data is generated from. */
  slug: string
  /** The slug's words, capitalised: the page is given nothing else. */
  name: string
}

const defaultSlug = 'example-organisation'
/** D31: lower case, ASCII, hyphens. */
const slugPattern = /^[a-z0-9]+(?:-[a-z0-9]+)*$/

/**
 * Reads the organisation from the page's address.
 *
 * @param search the address's query, as in `location.search`
 * @returns the organisation of the `organisation` parameter, or an example organisation where the
 *   parameter is missing or isn't a slug: the page always has something to show
 */
export function organisationFrom(search: string): Organisation {
  const wanted = new URLSearchParams(search).get('organisation')?.trim().toLowerCase() ?? ''
  const slug = slugPattern.test(wanted) ? wanted : defaultSlug
  const words = slug.split('-').map((word) => word.charAt(0).toUpperCase() + word.slice(1))
  return { slug, name: words.join(' ') }
}
