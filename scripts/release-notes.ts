/**
 * @param changelog the text of CHANGELOG.md.
 * @returns what it says of a version, without the heading.
 * @throws Error if it says nothing.
 */
export function notesOf(changelog: string, version: string): string {
  const sections = changelog.split(/^## /m)
  const section = sections.find((text) => text.split('\n')[0]?.trim() === version)
  const notes = section?.slice(section.indexOf('\n')).trim()
  if (!notes) throw new Error(`CHANGELOG.md has no section "## ${version}", or nothing in it.`)
  return `${notes}\n`
}
