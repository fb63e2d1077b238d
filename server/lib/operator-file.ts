import * as v from 'valibot'

/** A file that an operator wrote is invalid. The message names every mistake. */
export class FileError extends Error {
  override readonly name = 'FileError'
}

/**
 * @param items 'plans'.
 * @param source the file's name.
 * @throws FileError
 */
export function refuseFile(items: string, source: string, mistakes: readonly string[]): never {
  const lines = mistakes.map((text) => `  ${text}`)
  throw new FileError([`The ${items} in ${source} are invalid:`, ...lines].join('\n'))
}

/**
 * Describes a mistake in a file with a list. An item is named by its position, and by its name if it has one.
 * @param item 'plan'.
 * @param nameField the field with an item's name.
 */
export function mistakeIn(issue: v.BaseIssue<unknown>, item: string, nameField: string): string {
  const path = v.getDotPath(issue) ?? 'the file'
  const [, index, field] = /^\w+\.(\d+)(?:\.(.+))?$/.exec(path) ?? []
  const message = issue.expected === 'never' ? 'is not a known field' : issue.message
  if (index === undefined) return `${path} ${message}`
  const value = issue.path?.[1]?.value as Record<string, unknown> | null | undefined
  const name = value?.[nameField]
  const named = typeof name === 'string' ? ` "${name}"` : ''
  return `${item} ${Number(index) + 1}${named}${field ? `: ${field}` : ''} ${message}`
}
