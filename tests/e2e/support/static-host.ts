import { createReadStream, existsSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, normalize } from 'node:path'

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
}

const isFile = (path: string) => existsSync(path) && statSync(path).isFile()

/**
 * Serves a folder under a path as GitHub Pages does: a folder by its `index.html`, at an address that
 * ends with a slash, and missing files with the folder's `404.html`, with that status. A folder without one has its
 * `index.html` for the rest, as other hosts do.
 * @param base begins and ends with a slash. @returns the site's address, without one at its end.
 */
export async function serveFolder(folder: string, base: string) {
  const hasNotFound = isFile(join(folder, '404.html'))
  const rest = hasNotFound ? { file: '404.html', status: 404 } : { file: 'index.html', status: 200 }
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://site')
    const file = pathname.startsWith(base)
      ? join(folder, normalize(`/${pathname.slice(base.length)}`))
      : null
    if (file && !pathname.endsWith('/') && isFile(join(file, 'index.html'))) {
      return response.writeHead(301, { location: `${pathname}/` }).end()
    }
    const found = file && [file, join(file, 'index.html')].find(isFile)
    const sent = found ?? (file && join(folder, rest.file))
    if (!sent) return response.writeHead(404).end('Not this site')
    const type = types[extname(sent)] ?? 'text/plain'
    response.writeHead(found ? 200 : rest.status, { 'content-type': type })
    return createReadStream(sent).pipe(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}${base.slice(0, -1)}`,
    stop: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
