import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, vi } from 'vitest'
import { newFolder } from './folders'
import { runProgram, startProgram } from './program'

/*
 * nginx and HAProxy as `deploy/` sets them up, in front of servers on this machine.
 */

interface Ports {
  http: number
  https: number
}

const examples = ['10.0.0.1:3000', '10.0.0.2:3000', '10.0.0.3:3000']

/** @returns a folder with a certificate, which the test trusts as any other. */
function newCertifiedFolder(): string {
  const folder = newFolder()
  putCertificate(folder)
  vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0')
  onTestFinished(() => void vi.unstubAllEnvs())
  return folder
}

/** Makes a certificate with openssl, in the files that the proxies' files name. */
function putCertificate(folder: string): void {
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
function writeNginx(folder: string, { http, https }: Ports, servers: readonly number[]): string {
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
  const folder = newCertifiedFolder()
  const main = writeNginx(folder, ports, servers)
  const file = join(folder, 'orglens.conf')
  const site = readFileSync(file, 'utf8')
  const parameters = ['-c', main, '-e', 'stderr']
  const program = await startProgram('nginx', parameters, `http://127.0.0.1:${ports.http}`)
  onTestFinished(program.stop)
  const reload = (changed: string) => {
    writeFileSync(file, changed)
    program.process.kill('SIGHUP')
  }
  return {
    said: () => program.said() + readFileSync(join(folder, 'orglens.log'), 'utf8'),
    /** Takes a server out of turns, before it is stopped. */
    leaveOut(port: number) {
      const down = site.replace(`127.0.0.1:${port} `, `127.0.0.1:${port} down `)
      expect(down).not.toBe(site)
      reload(down)
    },
    takeIn: () => reload(site),
  }
}

/** Writes HAProxy's file into a folder. @returns its path. */
function writeHaproxy(folder: string, { http, https }: Ports, servers: readonly number[]): string {
  const file = join(folder, 'haproxy.cfg')
  const text = filledIn('haproxy.cfg', folder, servers)
    .replace('bind :80', `bind 127.0.0.1:${http}`)
    .replace('bind :443', `bind 127.0.0.1:${https}`)
    .replaceAll('abns@orglens-once', `unix@${folder}/once.sock`)
  writeFileSync(file, text)
  return file
}

async function startHaproxy(ports: Ports, servers: readonly number[]) {
  const file = writeHaproxy(newCertifiedFolder(), ports, servers)
  const parameters = ['-db', '-f', file]
  const program = await startProgram('haproxy', parameters, `http://127.0.0.1:${ports.http}`)
  onTestFinished(program.stop)
  // It asks for itself.
  return { said: program.said, leaveOut() {}, takeIn() {} }
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

/** The proxies, and how each is started in front of three servers, until the test ends. */
export const proxies: [string, typeof startNginx][] = [
  ['nginx', startNginx],
  ['HAProxy', startHaproxy],
]
