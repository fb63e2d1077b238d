import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, vi } from 'vitest'
import { needProgram, type RunningProgram, runProgram, startProgram } from './program'

/*
 * nginx and HAProxy as `deploy/` sets them up, in front of servers on this machine.
 */

/** A proxy, and what one does with it before a server is stopped and after it is back. */
export interface Proxy extends RunningProgram {
  leaveOut(port: number): void
  takeIn(): void
}

interface Ports {
  http: number
  https: number
}

const examples = ['10.0.0.1:3000', '10.0.0.2:3000', '10.0.0.3:3000']

let directory = ''

/** Makes a certificate for the tests of a file, which trust any. */
export function makeCertificate(): void {
  beforeAll(() => {
    for (const name of ['nginx', 'haproxy', 'openssl']) needProgram(name)
    directory = mkdtempSync(join(tmpdir(), 'orglens-proxy-'))
    const [key, cert] = [join(directory, 'orglens.key'), join(directory, 'orglens.crt')]
    runProgram('openssl', [
      ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1'],
      ...['-subj', '/CN=app.example.com', '-keyout', key, '-out', cert],
    ])
    const both = readFileSync(cert, 'utf8') + readFileSync(key, 'utf8')
    writeFileSync(join(directory, 'orglens.pem'), both)
    // The certificate is nobody's.
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0')
  })

  afterAll(() => {
    vi.unstubAllEnvs()
    rmSync(directory, { recursive: true })
  })
}

/** @returns a file of `deploy/` with the servers' addresses, and the certificate, put in. */
function filledIn(file: string, servers: readonly number[]): string {
  const text = readFileSync(`deploy/${file}`, 'utf8').replaceAll(
    /\/etc\/(ssl|haproxy)\//g,
    `${directory}/`,
  )
  return examples.reduce((filled, example, index) => {
    expect(filled).toContain(example)
    return filled.replaceAll(example, `127.0.0.1:${servers[index]}`)
  }, text)
}

async function startNginx({ http, https }: Ports, servers: readonly number[]) {
  const site = filledIn('nginx.conf', servers)
    .replace('listen 80;', `listen 127.0.0.1:${http};`)
    .replace('listen 443', `listen 127.0.0.1:${https}`)
    .replaceAll('/var/log/nginx/', `${directory}/`)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${directory}/${name};`)
    .join('\n')
  const main = join(directory, 'main.conf')
  writeFileSync(join(directory, 'orglens.conf'), site)
  writeFileSync(
    main,
    `user root; daemon off; pid ${directory}/nginx.pid; error_log stderr; events {}
     http { access_log off; ${temporary} include ${directory}/orglens.conf; }`,
  )
  const program = await startProgram(
    'nginx',
    ['-c', main, '-e', 'stderr'],
    `http://127.0.0.1:${http}`,
  )
  return {
    ...program,
    said: () =>
      ['orglens.log', 'orglens-links.log'].reduce(
        (said, name) => said + readFileSync(join(directory, name), 'utf8'),
        program.said(),
      ),
    leaveOut(port: number) {
      const down = site.replace(`127.0.0.1:${port} `, `127.0.0.1:${port} down `)
      expect(down).not.toBe(site)
      writeFileSync(join(directory, 'orglens.conf'), down)
      program.process.kill('SIGHUP')
    },
    takeIn() {
      writeFileSync(join(directory, 'orglens.conf'), site)
      program.process.kill('SIGHUP')
    },
  }
}

async function startHaproxy({ http, https }: Ports, servers: readonly number[]) {
  const file = join(directory, 'haproxy.cfg')
  const text = filledIn('haproxy.cfg', servers)
    .replace('bind :80', `bind 127.0.0.1:${http}`)
    .replace('bind :443', `bind 127.0.0.1:${https}`)
  writeFileSync(file, text)
  const program = await startProgram('haproxy', ['-db', '-f', file], `http://127.0.0.1:${http}`)
  // It asks for itself.
  return { ...program, leaveOut() {}, takeIn() {} }
}

/** A site of one page; the real one is the build's. */
export function putSite(folder: string): void {
  mkdirSync(join(folder, 'dist'))
  const settings = '<script type="application/json" id="settings">{}</script>'
  writeFileSync(
    join(folder, 'dist', 'index.html'),
    `<!doctype html><title>Orglens</title>${settings}`,
  )
}

/** The proxies, and how each is started in front of three servers. */
export const proxies: [string, (ports: Ports, servers: readonly number[]) => Promise<Proxy>][] = [
  ['nginx', startNginx],
  ['HAProxy', startHaproxy],
]
