import { createServer, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createSmtpSender, type SmtpOptions } from '../../server/mail/smtp'
import { refusal, startMailServer, type TestMailServerOptions } from '../support/mail-server'
import { listenOnLoopback } from '../support/program'
import { mailTo } from './sql-store-examples'

const from = 'Orglens <mail@orglens.test>'

async function mailServer(options?: TestMailServerOptions) {
  const server = await startMailServer(options)
  onTestFinished(server.stop)
  return server
}

const sender = (url: string, options: Partial<SmtpOptions> = {}) =>
  createSmtpSender({ url, from, requireTls: false, ...options })

const mail = mailTo('ada@example.com')

test('a mail arrives with its headers, both parts and its files, in every script', async () => {
  const server = await mailServer()
  const text = '\uFEFFPlan,Amount\n"Größe; \n=1+1",129.00\n'
  const unsubscribe = 'https://app.test/api/reports/unsubscribe/?token=a~b~c'
  const files = [
    { name: 'receipts.csv', type: 'text/csv', text },
    { name: 'R.pdf', type: 'application/pdf', text: btoa('%PDF-1'), encoding: 'base64' as const },
  ]
  const words = {
    subject: '李 小龍 invited you to Ørsted & Søn on Orglens',
    text: 'Hello 李 小龍\n\nhttps://app.example/invite/t0ken?a=1&b=2\n',
    html: '<p>Hello 李 小龍</p>',
  }
  await sender(server.url, { name: 'app.example' })({ ...mail, ...words, files, unsubscribe })
  const [{ source = '', ...envelope } = {}] = server.received
  const to = ['ada@example.com']
  expect(envelope).toEqual({ greeting: 'app.example', from: 'mail@orglens.test', to })
  for (const part of [
    `From: ${from}\n`,
    'To: ada@example.com\n',
    'Subject: =?UTF-8?Q?李_小龍_invited_you_to_Ørsted_&_Søn_on_Orglens?',
    `Message-ID: <${mail.id}@orglens.test>\n`,
    `Date: ${mail.createdAt.toUTCString().replace('GMT', '+0000')}\n`,
    'Auto-Submitted: auto-generated\n',
    // RFC 8058.
    `List-Unsubscribe: <${unsubscribe}>\n`,
    'List-Unsubscribe-Post: List-Unsubscribe=One-Click\n',
    `\n\n${words.text}`,
    `\n\n${words.html}`,
    `Content-Type: text/csv; charset=utf-8; name=receipts.csv\n`,
    `\n\n${Buffer.from(text).toString('base64')}`,
    `\n\n${btoa('%PDF-1')}`,
  ]) {
    expect(source).toContain(part)
  }
})

test('a mail server without encryption gets no mail, unless the settings allow it', async () => {
  const server = await mailServer()
  await expect(sender(server.url, { requireTls: true })(mail)).rejects.toThrow('TLS')
  expect(server.received).toEqual([])
  await sender(server.url)(mail)
  expect(server.received).toHaveLength(1)
})

test.each<[string, (socket: Socket) => void]>([
  ['never says a word', (socket) => onTestFinished(() => void socket.destroy())],
  ['says that it is full', (socket) => socket.end('421 too many connections\r\n')],
])('a mail server that %s fails in time, and not for good', async (_what, greet) => {
  const sick = createServer(greet)
  const port = await listenOnLoopback(sick)
  onTestFinished(() => void sick.close())
  const send = sender(`smtp://127.0.0.1:${port}`, { deadline: 500 })
  await expect(send(mail)).rejects.toMatchObject({ name: expect.not.stringMatching(/^Mail/) })
})

test('a refusal is of the address, of the moment, or a fault of ours', async () => {
  let reply: [code: number, message: string] = [0, '']
  const server = await mailServer({
    checkRecipient() {
      throw refusal(...reply)
    },
  })
  for (const [code, message, name] of [
    [550, '5.1.1 <ada@example.com>: Recipient address rejected: User unknown', 'MailRefusedError'],
    [550, 'no such user here', 'MailRefusedError'],
    [550, '5.2.1 Mailbox disabled', 'MailRefusedError'],
    [556, '5.1.10 Recipient address has null MX', 'MailRefusedError'],
    [451, '4.7.1 Greylisted, come back later', 'MailDeferredError'],
    [550, '5.1.7 <mail@orglens.test>: Sender address rejected: User unknown', 'MailFaultError'],
    [550, 'sender verify failed: no such user', 'MailFaultError'],
    [550, 'no', 'MailFaultError'],
  ] as const) {
    reply = [code, message]
    await expect(sender(server.url)(mail), message).rejects.toMatchObject({ name })
  }
})

test('no address reaches anybody else', async () => {
  const server = await mailServer()
  for (const to of [
    'ada@example.com, eve@evil.example',
    'ada@example.com>\r\nRCPT TO:<eve@evil.example',
    'ada@example.com> <eve@evil.example',
  ]) {
    await sender(server.url)({ ...mail, to }).catch(() => {})
  }
  expect(server.received.flatMap(({ to }) => to)).not.toContain('eve@evil.example')
})
