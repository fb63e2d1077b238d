import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import { listenOnLoopback } from './program'

interface ReceivedMail {
  /** The name that its client gave. */
  greeting: string
  from: string
  to: string[]
  /** All of it, in which headers are on one line, and what is quoted can be read. */
  source: string
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
  const received: ReceivedMail[] = []
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
    async onData(stream, { envelope, hostNameAppearsAs }, callback) {
      received.push({
        greeting: String(hostNameAppearsAs),
        from: envelope.mailFrom ? envelope.mailFrom.address : '',
        to: envelope.rcptTo.map(({ address }) => address),
        source: readable(await text(stream)),
      })
      callback()
    },
  })
  // Connections that a client drops are no failure of the test.
  server.on('error', () => {})
  const port = await listenOnLoopback(server.server)
  return {
    url: `smtp://127.0.0.1:${port}`,
    port,
    received,
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

/** Undoes the folding of headers (RFC 5322) and the quoting of texts and words (RFC 2045 and 2047). */
const readable = (source: string) =>
  source
    .replace(/\r\n[ \t]+/g, ' ')
    .replaceAll('=\r\n', '')
    .replaceAll('\r\n', '\n')
    .replaceAll('?= =?UTF-8?Q?', '')
    .replace(/(=[0-9A-F]{2})+/g, (bytes) =>
      Buffer.from(bytes.replaceAll('=', ''), 'hex').toString(),
    )
