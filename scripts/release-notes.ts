/**
 * @param changelog the text of CHANGELOG.md.
 * @returns the section of a version, without its heading.
 * @throws Error if there is none, or it is empty.
 */
export function notesOf(changelog: string, version: string): string {
  const sections = changelog.split(/^## /m)
  const section = sections.find((text) => text.split('\n')[0]?.trim() === version)
  const notes = section?.slice(section.indexOf('\n')).trim()
  if (!notes) throw new Error(`CHANGELOG.md has no section "## ${version}", or nothing in it.`)
  return `${notes}\n`
}
