/**
 * Reads an organisation's slug from what somebody typed or pasted: the slug itself, or a link that
 * ends with it.
 * @returns an empty string where there is none.
 */
export function slugOfText(text: string): string {
  const [path = ''] = text.trim().toLowerCase().split(/[?#]/)
  const last = path.replace(/\/+$/, '').split('/').at(-1) ?? ''
  // '.' and '..' mean other things in a path.
  return /^\.+$/.test(last) ? '' : last
}
