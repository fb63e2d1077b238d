import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { newFolder } from './folders'

/**
 * Makes a certificate for `localhost` by an authority of its own, and another authority, with openssl. They go with the test.
 * @returns the path of a file: `server.pem`, `server.key`, `authority.pem`, `other.pem`; '.' of their folder.
 */
export function makeCertificates(): (name: string) => string {
  const directory = newFolder()
  const path = (name: string) => join(directory, name)
  const openssl = (...parameters: string[]) =>
    execFileSync('openssl', parameters, { cwd: directory, stdio: 'pipe' })
  for (const name of ['authority', 'other']) {
    openssl(
      ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', `/CN=${name}`],
      ...['-keyout', `${name}.key`, '-out', `${name}.pem`],
    )
  }
  openssl(
    ...['req', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=localhost'],
    ...['-addext', 'subjectAltName=DNS:localhost', '-keyout', 'server.key', '-out', 'server.csr'],
  )
  openssl(
    ...['x509', '-req', '-in', 'server.csr', '-days', '2', '-copy_extensions', 'copy'],
    ...['-CA', 'authority.pem', '-CAkey', 'authority.key', '-CAcreateserial', '-out', 'server.pem'],
  )
  return path
}
