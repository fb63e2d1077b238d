/** @returns an organisation's slug as its words, capitalised: the page is given nothing else. */
export function nameOfOrganisation(slug: string): string {
  return slug
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ')
}
