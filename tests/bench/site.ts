import { readdirSync, readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import { extname, join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { listenOnLoopback } from '../support/program'

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
}
const packed = /\.(?:br|gz)$/
const compressible = /^text|svg|json/

interface Body {
  type: string
  bytes: Buffer
  encoding?: string
}

function bodyOf(type: string, content: Buffer): Body {
  if (!compressible.test(type)) return { type, bytes: content }
  return { type, bytes: brotliCompressSync(content), encoding: 'br' }
}

export type Site = Awaited<ReturnType<typeof serveSite>>

/**
 * Serves a built folder as static hosts do: brotli, `x/index.html` for `/x`, the app for the rest.
 * @param folder must hold an `index.html`.
 */
export async function serveSite(folder: string) {
  const files = new Map<string, Body>()
  for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const path = join(folder, entry)
    if (packed.test(entry) || !statSync(path).isFile()) continue
    const type = types[extname(entry)] ?? 'application/octet-stream'
    files.set(`/${entry.replaceAll('\\', '/')}`, bodyOf(type, readFileSync(path)))
  }
  const app = files.get('/index.html')
  if (!app) throw new Error(`There is no index.html in ${folder}. Run \`npm run build\` first.`)
  let answers = new Map<string, Body>()

  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://site').pathname
    const wantsPage = request.headers.accept?.includes('text/html')
    const body =
      answers.get(path) ??
      files.get(path) ??
      files.get(`${path.replace(/\/$/, '')}/index.html`) ??
      (wantsPage ? app : undefined)
    const { type, bytes, encoding }: Body = body ?? { type: 'text/plain', bytes: Buffer.from('') }
    response.writeHead(body ? 200 : 404, {
      'content-type': type,
      'content-length': bytes.length,
      'cache-control': path.startsWith('/assets/') ? 'max-age=31536000, immutable' : 'no-cache',
      ...(encoding && { 'content-encoding': encoding }),
    })
    response.end(bytes)
  })
  return {
    origin: `http://127.0.0.1:${await listenOnLoopback(server)}`,
    /** Sets the answers of API paths from now on. */
    answer(given: Record<string, unknown>) {
      const entries = Object.entries(given)
      answers = new Map(
        entries.map(([path, json]) => [
          path,
          bodyOf('application/json', Buffer.from(JSON.stringify(json))),
        ]),
      )
    },
    stop() {
      server.close()
      server.closeAllConnections()
    },
  }
}
