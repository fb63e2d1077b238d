import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

interface Envelope {
  /** The name that its client gave. */
  greeting: string
  from: string
  to: string[]
}

/** An SMTP reply that refuses. */
export function refusal(code: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode: code })
}

export interface TestMailServerOptions {
  /** Throws a `refusal` for addresses that it doesn't want. */
  checkRecipient?: (address: string) => void
  /** Lets it offer encryption, with this certificate in PEM. */
  certificate?: { key: string; cert: string }
}

export async function startMailServer({
  checkRecipient = () => {},
  certificate,
}: TestMailServerOptions = {}) {
  const received: (ReturnType<typeof readMail> & Envelope)[] = []
  const server = new SMTPServer({
    disabledCommands: certificate ? ['AUTH'] : ['AUTH', 'STARTTLS'],
    ...certificate,
    closeTimeout: 100,
    onRcptTo({ address }, _session, callback) {
      try {
        checkRecipient(address)
        callback()
      } catch (error) {
        callback(error as Error)
      }
    },
    onData(stream, { envelope, hostNameAppearsAs }, callback) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        received.push({
          greeting: String(hostNameAppearsAs),
          from: envelope.mailFrom ? envelope.mailFrom.address : '',
          to: envelope.rcptTo.map(({ address }) => address),
          ...readMail(Buffer.concat(chunks).toString('latin1')),
        })
        callback()
      })
    },
  })
  // Connections that a client drops are no failure of the test.
  server.on('error', () => {})
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    port,
    received,
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

/** Takes a mail apart. Headers are by lower-case name, unfolded, but not decoded; all of one name in their order. */
function readMail(source: string) {
  const { headers, body } = partsOf(source)
  const part = (type: string) => partOf(type, headers, body) ?? null
  return {
    headers,
    subject: decodeWords(headers.get('subject')?.[0] ?? ''),
    text: part('text/plain') ?? '',
    html: part('text/html'),
    csv: part('text/csv'),
    pdf: part('application/pdf'),
  }
}

/** Source: RFC 5322, section 2.2: a folded line continues with a space. */
function partsOf(source: string): { headers: Map<string, string[]>; body: string } {
  const end = source.indexOf('\r\n\r\n')
  const headers = new Map<string, string[]>()
  const unfolded = source.slice(0, end).replace(/\r\n(?=[ \t])/g, '')
  for (const [, name = '', value = ''] of unfolded.matchAll(/^([^:\r\n]+):[ \t]*(.*)$/gm)) {
    const key = name.toLowerCase()
    headers.set(key, [...(headers.get(key) ?? []), value])
  }
  return { headers, body: source.slice(end + 4) }
}

function partOf(type: string, headers: Map<string, string[]>, body: string): string | undefined {
  const contentType = headers.get('content-type')?.[0] ?? 'text/plain'
  const boundary = /boundary="?([^";]+)"?/.exec(contentType)?.[1]
  if (boundary === undefined) {
    return contentType.startsWith(type) ? decodeBody(headers, body) : undefined
  }
  for (const section of body.split(`--${boundary}`).slice(1, -1)) {
    const part = partsOf(section.replace(/^\r\n/, ''))
    const found = partOf(type, part.headers, part.body.replace(/\r\n$/, ''))
    if (found !== undefined) return found
  }
  return undefined
}

function decodeBody(headers: Map<string, string[]>, body: string): string {
  const encoding = headers.get('content-transfer-encoding')?.[0]?.toLowerCase()
  const text = encoding === 'quoted-printable' ? unquote(body) : body
  const bytes = Buffer.from(text, encoding === 'base64' ? 'base64' : 'latin1')
  return bytes.toString('utf8').replaceAll('\r\n', '\n')
}

/** Source: RFC 2045, section 6.7. */
function unquote(text: string): string {
  return text
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_match, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    )
}

/** Source: RFC 2047, section 4; space between two encoded words isn't part of the text. */
function decodeWords(value: string): string {
  return value
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([QB])\?([^?]*)\?=/gi, (_match, encoding: string, text: string) =>
      encoding.toUpperCase() === 'B'
        ? Buffer.from(text, 'base64').toString('utf8')
        : Buffer.from(unquote(text.replaceAll('_', ' ')), 'latin1').toString('utf8'),
    )
}
