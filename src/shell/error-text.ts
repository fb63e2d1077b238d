/** @returns what a thrown value says, for developers. */
export function errorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
