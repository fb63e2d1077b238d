/** @returns an organisation's slug as capitalised words. The page knows only the slug. */
export function nameOfOrganisation(slug: string): string {
  return slug
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ')
}
