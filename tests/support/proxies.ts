import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, vi } from 'vitest'
import { needProgram, type RunningProgram, runProgram, startProgram } from './program'

/*
 * nginx and HAProxy as `deploy/` sets them up, in front of servers on this machine.
 */

/** A proxy, and what one does with it before a server is stopped and after it is back. */
interface Proxy extends RunningProgram {
  leaveOut(port: number): void
  takeIn(): void
}

interface Ports {
  http: number
  https: number
}

type StartProxy = (ports: Ports, servers: readonly number[]) => Promise<Proxy>

const examples = ['10.0.0.1:3000', '10.0.0.2:3000', '10.0.0.3:3000']

let directory = ''

/** Makes a certificate for the tests of a file, which trust any. */
export function makeCertificate(): void {
  beforeAll(() => {
    for (const name of ['nginx', 'haproxy', 'openssl']) needProgram(name)
    directory = mkdtempSync(join(tmpdir(), 'orglens-proxy-'))
    putCertificate(directory)
    // The certificate is nobody's.
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0')
  })

  afterAll(() => {
    vi.unstubAllEnvs()
    rmSync(directory, { recursive: true })
  })
}

/** Makes a certificate with openssl, in the files that the proxies' files name. */
export function putCertificate(folder: string): void {
  const [key, cert] = [join(folder, 'orglens.key'), join(folder, 'orglens.crt')]
  runProgram('openssl', [
    ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1'],
    ...['-subj', '/CN=app.example.com', '-keyout', key, '-out', cert],
  ])
  const both = readFileSync(cert, 'utf8') + readFileSync(key, 'utf8')
  writeFileSync(join(folder, 'orglens.pem'), both)
}

/** @returns a file of `deploy/` with the servers' addresses, and the certificate of a folder, put in. */
function filledIn(file: string, folder: string, servers: readonly number[]): string {
  const text = readFileSync(`deploy/${file}`, 'utf8').replaceAll(
    /\/etc\/(ssl|haproxy)\//g,
    `${folder}/`,
  )
  return examples.reduce((filled, example, index) => {
    expect(filled).toContain(example)
    return filled.replaceAll(example, `127.0.0.1:${servers[index]}`)
  }, text)
}

/** Writes nginx's files into a folder. @returns the path of the main one, which includes `orglens.conf`. */
export function writeNginx(
  folder: string,
  { http, https }: Ports,
  servers: readonly number[],
): string {
  const site = filledIn('nginx.conf', folder, servers)
    .replace('listen 80;', `listen 127.0.0.1:${http};`)
    .replace('listen 443', `listen 127.0.0.1:${https}`)
    .replaceAll('/var/log/nginx/', `${folder}/`)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join('\n')
  const main = join(folder, 'main.conf')
  writeFileSync(join(folder, 'orglens.conf'), site)
  writeFileSync(
    main,
    `user root; daemon off; pid ${folder}/nginx.pid; error_log stderr; events {}
     http { access_log off; ${temporary} include ${folder}/orglens.conf; }`,
  )
  return main
}

async function startNginx(ports: Ports, servers: readonly number[]) {
  const main = writeNginx(directory, ports, servers)
  const site = readFileSync(join(directory, 'orglens.conf'), 'utf8')
  const program = await startProgram(
    'nginx',
    ['-c', main, '-e', 'stderr'],
    `http://127.0.0.1:${ports.http}`,
  )
  return {
    ...program,
    said: () => program.said() + readFileSync(join(directory, 'orglens.log'), 'utf8'),
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

/** Writes HAProxy's file into a folder. @returns its path. */
export function writeHaproxy(
  folder: string,
  { http, https }: Ports,
  servers: readonly number[],
): string {
  const file = join(folder, 'haproxy.cfg')
  const text = filledIn('haproxy.cfg', folder, servers)
    .replace('bind :80', `bind 127.0.0.1:${http}`)
    .replace('bind :443', `bind 127.0.0.1:${https}`)
    .replaceAll('abns@orglens-once', `unix@${folder}/once.sock`)
  writeFileSync(file, text)
  return file
}

async function startHaproxy(ports: Ports, servers: readonly number[]) {
  const file = writeHaproxy(directory, ports, servers)
  const program = await startProgram(
    'haproxy',
    ['-db', '-f', file],
    `http://127.0.0.1:${ports.http}`,
  )
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
export const proxies: [string, StartProxy][] = [
  ['nginx', startNginx],
  ['HAProxy', startHaproxy],
]
