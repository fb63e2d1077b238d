import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { getMimeType } from 'hono/utils/mime'
import { type Content, etagOf } from './content'

/** Files with a content hash in their names never change; browsers revalidate the others. */
const cacheControlOf = (path: string) =>
  path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache'

/**
 * Reads all files of a built site except its pages, each with its compressed forms (`.br`, `.gz`).
 * The site is a few megabytes; a file that is being sent would stay open for as long as a slow
 * client reads it.
 * @param directory the build's output; it isn't read again later.
 * @returns the files by path: `/assets/app-1a2b3c.js`.
 */
export function readFiles(directory: string): Map<string, Content> {
  const names = readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
  const read = (name: string) => new Uint8Array(readFileSync(name))
  const files = new Map<string, Content>()
  for (const name of names) {
    if (/\.(html|br|gz)$/.test(name)) continue
    const path = `/${relative(directory, name).replaceAll('\\', '/')}`
    const [br, gzip] = [`${name}.br`, `${name}.gz`].map(
      (form) => names.includes(form) && read(form),
    )
    const identity = read(name)
    files.set(path, {
      headers: {
        'Content-Type': getMimeType(name) ?? 'application/octet-stream',
        'Cache-Control': cacheControlOf(path),
        ETag: etagOf(identity),
        ...((br || gzip) && { Vary: 'Accept-Encoding' }),
      },
      bodies: { identity, ...(br && { br }), ...(gzip && { gzip }) },
    })
  }
  return files
}
