/**
 * Reads an organisation's slug from typed or pasted text: the slug itself, or a link that
 * ends with it. A name of several words becomes what its slug is: people know the name.
 * @returns an empty string if there is none.
 */
export function slugOfText(text: string): string {
  const [path = ''] = text.trim().toLowerCase().split(/[?#]/)
  const last = path.replace(/\/+$/, '').split('/').at(-1) ?? ''
  // '.' and '..' have a meaning in paths.
  return /^\.+$/.test(last) ? '' : last.trim().replace(/\s+/g, '-')
}
