/**
 * Whether `path` stays on this origin: it starts with exactly one slash (D4). Checks the parsed address too,
 * because browsers drop tabs and line breaks and read `\` as `/`.
 */
export function isSameOriginPath(path: string, origin: string = window.location.origin): boolean {
  if (!/^\/(?![/\\])/.test(path)) return false
  try {
    return new URL(path, origin).origin === origin
  } catch {
    return false
  }
}
