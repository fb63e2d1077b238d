import { settings } from '../settings'

/**
 * Checks a new password before it is sent.
 * @param missing the text for an empty one.
 * @returns the field's error, or null. Another server may take shorter ones.
 */
export function newPasswordError(password: string, missing: string): string | null {
  if (password === '') return missing
  // Counts as the server does: an emoji is one character (D35).
  const { length } = [...password]
  if (!settings.isOurServer || length >= 8) return null
  return `Use at least 8 characters. This has ${length}.`
}
