import { parseEnv } from 'node:util'
import { readText } from '../../lib/read-text'

/**
 * Sets the variables that a file of settings has. Variables that are set already stay as they are.
 * @param parse reads the file's text. By default as Node reads a `.env`.
 * @throws Error if the file can't be read, or isn't UTF-8.
 */
export function loadSettingsFile(path: string, parse = parseEnv): void {
  for (const [name, value] of Object.entries(parse(readText(path)))) process.env[name] ??= value
}

/** An entry of a unit's file: a name, quoted parts of the value, and the rest of its line. */
const entry =
  /^[ \t]*([^\s#;=][^=\n]*?)[ \t]*=((?:[ \t]|'[^']*'|"(?:\\[\s\S]|[^"\\])*")*)((?:\\[\s\S]|[^\\\n])*)/gm

/**
 * Reads a file as systemd reads an `EnvironmentFile`: `#` begins a comment only at the beginning of a line, so that an
 * unquoted secret may contain it. Source: systemd.exec(5).
 */
export function parseUnitFile(text: string): Record<string, string> {
  const found: Record<string, string> = {}
  const lines = text.replaceAll('\r\n', '\n')
  for (const [, name = '', quoted = '', rest = ''] of lines.matchAll(entry)) {
    const parts = quoted.replace(
      /[ \t]|'([^']*)'|"((?:\\[\s\S]|[^"\\])*)"/g,
      (_part, single?: string, double?: string) =>
        single ?? double?.replace(/\\(?:\n|(["\\`$]))/g, '$1') ?? '',
    )
    found[name] = parts + rest.trimEnd().replace(/\\(?:\n|([\s\S]))/g, '$1')
  }
  return found
}
