/**
 * Reads an organisation's slug from typed or pasted text: the slug itself, or a link that
 * ends with it.
 * @returns an empty string if there is none.
 */
export function slugOfText(text: string): string {
  const [path = ''] = text.trim().toLowerCase().split(/[?#]/)
  const last = path.replace(/\/+$/, '').split('/').at(-1) ?? ''
  // '.' and '..' have a meaning in paths.
  return /^\.+$/.test(last) ? '' : last
}
