import { type AddressInfo, createServer, type Socket } from 'node:net'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createSmtpSender, type SmtpOptions } from '../../server/mail/smtp'
import type { Mail, MailContent } from '../../server/store/outgoing-mail'
import { invitationMail } from '../../server/team/mails'
import { refusal, startMailServer, type TestMailServerOptions } from '../support/mail-server'
import { start, world } from '../support/outbox'
import { mailTo } from './sql-store-examples'

const from = 'Orglens <mail@orglens.test>'

const until = (assertion: () => void) => vi.waitFor(assertion, { interval: 5, timeout: 30_000 })

/** A mail server that stops with the test. */
async function mailServer(options?: TestMailServerOptions) {
  const server = await startMailServer(options)
  onTestFinished(server.stop)
  return server
}

function mailOf(to: string, content: Partial<MailContent> = {}): Mail {
  const invitation = invitationMail({
    productName: 'Orglens',
    organisationName: 'Ørsted & Søn',
    invitedBy: '李 小龍',
    link: 'https://app.example/invite/t0ken?a=1&b=2',
    expiresInDays: 7,
  })
  return mailTo(to, { ...invitation, ...content, createdAt: start, nextAttemptAt: start })
}

/** Delivers mails; time and when the outbox is looked at are in the test's hands. */
function deliver(url: string, mails: Mail[], options: Partial<SmtpOptions> = {}) {
  const { data, logged, state, ...outbox } = world()
  outbox.add(...mails)
  state.answer = createSmtpSender({ url, from, requireTls: false, ...options })
  const delivery = outbox.start()
  return {
    logged,
    state,
    left: () => data.mails.map(({ to }) => to),
    pass(milliseconds: number) {
      outbox.pass(milliseconds)
      delivery.wake()
    },
  }
}

test('a mail arrives with its headers, both parts and its files, in every script', async () => {
  const server = await mailServer()
  const text = '\uFEFFPlan,Amount\n"Größe; \n=1+1",29.00\n'
  const unsubscribe = 'https://app.test/api/reports/unsubscribe/?token=a~b~c'
  const files = [
    { name: 'receipts.csv', type: 'text/csv', text },
    { name: 'R.pdf', type: 'application/pdf', text: btoa('%PDF'), encoding: 'base64' as const },
  ]
  const mail = { ...mailOf('ada@example.com'), files, unsubscribe }
  const { left } = deliver(server.url, [mail])
  await until(() => expect(server.received).toHaveLength(1))
  const [received] = server.received
  expect(received).toMatchObject({
    from: 'mail@orglens.test',
    to: ['ada@example.com'],
    subject: '李 小龍 invited you to Ørsted & Søn on Orglens',
    text: mail.text,
    html: mail.html,
    csv: text,
    pdf: '%PDF',
  })
  const headers = Object.fromEntries(received?.headers ?? [])
  expect(headers).toMatchObject({
    from: [from],
    to: ['ada@example.com'],
    'message-id': [`<${mail.id}@orglens.test>`],
    'auto-submitted': ['auto-generated'],
    // RFC 8058.
    'list-unsubscribe': [`<${unsubscribe}>`],
    'list-unsubscribe-post': ['List-Unsubscribe=One-Click'],
  })
  await until(() => expect(left()).toEqual([]))
})

test('a mail server without encryption gets no mail, unless the settings allow it', async () => {
  const server = await mailServer()
  const mails = [mailOf('ada@example.com')]
  const { left, logged, pass, state } = deliver(server.url, mails, { requireTls: true })
  await until(() => expect(logged).toHaveLength(1))
  expect(logged[0]?.text).toMatch(/STARTTLS|TLS/)
  expect(server.received).toEqual([])
  expect(left()).toEqual(['ada@example.com'])
  state.answer = createSmtpSender({ url: server.url, from, requireTls: false })
  pass(10_000)
  await until(() => expect(server.received).toHaveLength(1))
})

describe('a mail server that', () => {
  test.each<[string, (socket: Socket) => void]>([
    ['never says a word', () => {}],
    ['says that it is full', (socket) => socket.end('421 too many connections\r\n')],
    [
      'hangs up midway',
      (socket) => {
        socket.write('220 hello\r\n')
        socket.once('data', () => socket.destroy())
      },
    ],
  ])('%s fails in time, with one line; the mail goes when it is well', async (_what, greet) => {
    const sockets = new Set<Socket>()
    const sick = createServer((socket) => {
      sockets.add(socket)
      socket.on('error', () => {})
      greet(socket)
    })
    await new Promise<void>((resolve) => sick.listen(0, '127.0.0.1', resolve))
    const { port } = sick.address() as AddressInfo
    const mail = mailOf('ada@example.com')
    const url = `smtp://127.0.0.1:${port}`
    const { left, logged, pass } = deliver(url, [mail], { deadline: 1_000 })
    await until(() => expect(logged).toHaveLength(1))
    expect(logged[0]?.text.length).toBeLessThan(1_000)
    expect(left()).toEqual(['ada@example.com'])
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => sick.close(resolve))

    const server = await mailServer({ port })
    pass(10_000)
    await until(() => expect(server.received).toHaveLength(1))
    expect(server.received[0]?.headers.get('message-id')).toEqual([`<${mail.id}@orglens.test>`])
    await until(() => expect(left()).toEqual([]))
    expect(logged).toHaveLength(1)
  })
})

describe('a reply to RCPT TO is', () => {
  test.each<[number, string, string]>([
    [550, '5.1.1 <ada@example.com>: Recipient address rejected: User unknown', 'MailRefusedError'],
    [550, '5.1.10 RESOLVER.ADR.RecipientNotFound', 'MailRefusedError'],
    [550, '5.2.1 The account is disabled', 'MailRefusedError'],
    [550, 'no such user here', 'MailRefusedError'],
    [550, 'Unrouteable address', 'MailRefusedError'],
    [451, '4.7.1 Greylisted, come back later', 'MailDeferredError'],
    [554, '5.7.1 Relay access denied', 'MailFaultError'],
    [
      504,
      '5.5.2 <localhost>: Helo command rejected: need fully-qualified hostname',
      'MailFaultError',
    ],
    [550, '5.1.8 Access denied, bad outbound sender', 'MailFaultError'],
    [550, '5.1.7 <mail@orglens.test>: Sender address rejected: User unknown', 'MailFaultError'],
    [552, '5.2.2 Mailbox full', 'MailFaultError'],
    [550, 'relay not permitted', 'MailFaultError'],
    [550, 'sender verify failed: no such user', 'MailFaultError'],
    [550, 'no', 'MailFaultError'],
    [530, 'Authentication required', 'MailFaultError'],
  ])('%i %s: a %s', async (code, message, name) => {
    const server = await mailServer({
      checkRecipient() {
        throw refusal(code, message)
      },
    })
    const send = createSmtpSender({ url: server.url, from: 'mail@orglens.test', requireTls: false })
    await expect(send(mailOf('ada@example.com'))).rejects.toMatchObject({ name })
  })
})

test('a mail server that is down is neither a refusal nor a fault for good', async () => {
  const { url, stop } = await startMailServer()
  await stop()
  const send = createSmtpSender({ url, from, requireTls: false })
  await expect(send(mailOf('ada@example.com'))).rejects.toMatchObject({ name: 'Error' })
})

test('the mail server is greeted by the name in the settings', async () => {
  const server = await mailServer()
  const send = createSmtpSender({ url: server.url, from, requireTls: false, name: 'app.example' })
  await send(mailOf('ada@example.com'))
  expect(server.received).toMatchObject([{ greeting: 'app.example' }])
})

test('user input adds neither headers nor recipients', async () => {
  const server = await mailServer()
  const attack = 'Hello\r\nBcc: all@evil.example\r\nX-Evil: yes\r\n\r\nevil body'
  deliver(server.url, [mailOf('ada@example.com', { subject: attack })])
  await until(() => expect(server.received).toHaveLength(1))
  const [received] = server.received
  expect(received?.to).toEqual(['ada@example.com'])
  expect(received?.headers.has('bcc')).toBe(false)
  expect(received?.headers.has('x-evil')).toBe(false)
  expect(received?.headers.get('subject')).toHaveLength(1)
})

test.each([
  'ada@example.com, eve@evil.example',
  'ada@example.com>\r\nRCPT TO:<eve@evil.example',
  'ada@example.com> <eve@evil.example',
])('the address %j never reaches anybody else', async (address) => {
  const server = await mailServer()
  deliver(server.url, [mailOf(address), mailOf('ada@example.com')])
  await until(() => expect(server.received.map(({ to }) => to)).toContainEqual(['ada@example.com']))
  expect(server.received.flatMap(({ to }) => to)).not.toContain('eve@evil.example')
})
