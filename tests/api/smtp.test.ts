import { createServer } from 'node:net'
import { afterEach, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import type { Log } from '../../server/log'
import { invitationMail } from '../../server/mail/contents'
import { createSmtpSender } from '../../server/mail/smtp'
import type { Mail, MailContent } from '../../server/store/entities'
import { createMemoryStore, emptyMemoryData } from '../../server/store/memory'
import { openPostgresqlStore } from '../../server/store/postgresql'
import type { Store } from '../../server/store/store'
import { createMailJob } from '../../server/work/mail'
import { createWorker } from '../../server/work/worker'
import { userExample } from '../support/examples'
import { refusal, startMailServer, type TestMailServerOptions } from '../support/mail-server'
import { createDatabase } from '../support/postgresql'

const start = new Date('2026-11-02T08:00:00.000Z')
const hour = 60 * 60 * 1000
const from = 'Orglens <mail@orglens.test>'

const until = (assertion: () => void) => vi.waitFor(assertion, { interval: 5, timeout: 30_000 })

const toStop: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const stop of toStop.splice(0).reverse()) await stop()
})

async function mailServer(options?: TestMailServerOptions) {
  const server = await startMailServer(options)
  toStop.push(server.stop)
  return server
}

function mailOf(to: string, content: Partial<MailContent> = {}): Mail {
  return {
    id: crypto.randomUUID(),
    to,
    ...invitationMail({
      productName: 'Orglens',
      organisationName: 'Ørsted & Søn',
      invitedBy: '李 小龍',
      link: 'https://app.example/invite/t0ken?a=1&b=2',
      expiresInDays: 7,
    }),
    ...content,
    createdAt: start,
    turnAt: null,
    nextAttemptAt: start,
    attempts: 0,
  }
}

/** Puts mails into a store as the API does: together with what causes them. */
async function put(store: Store, ...mails: Mail[]): Promise<void> {
  const organisationId = crypto.randomUUID()
  const slug = `acme-${organisationId}`
  await store.createOrganisation(
    { id: organisationId, name: 'Acme', slug, createdAt: start },
    userExample({
      id: crypto.randomUUID(),
      organisationId,
      email: `${slug}@example.com`,
      isAdmin: true,
    }),
  )
  const invitations = mails.map(({ id, to }) => ({
    id,
    organisationId,
    emailKey: to,
    tokenHash: id,
    createdAt: start,
    expiresAt: new Date(start.getTime() + 7 * 24 * hour),
    openedAt: null,
    openedFrom: null,
  }))
  await store.saveInvitations(invitations, mails)
}

/** A store in memory with mails in its outbox. @returns the mails that are left in it, too. */
async function outbox(...mails: Mail[]): Promise<{ store: Store; left: () => string[] }> {
  const data = emptyMemoryData()
  const store = createMemoryStore(data)
  await put(store, ...mails)
  return { store, left: () => data.mails.map(({ to }) => to) }
}

function deliver(store: Store, url: string, requireTls = false) {
  const state = { now: start }
  const logged: string[] = []
  const note: Log['info'] = (...what) => logged.push(JSON.stringify(what))
  const log: Log = { info: note, error: note }
  const send = createSmtpSender({ url, from, requireTls })
  const clock = () => state.now
  const delivery = createWorker({
    jobs: [createMailJob({ store, send, clock, log, random: () => 1 })],
    log,
    // Only when woken, so that the test decides when.
    pollInterval: 2 ** 30,
  })
  delivery.start()
  toStop.push(delivery.stop)
  return {
    logged,
    stop: delivery.stop,
    /** Moves the clock on, and has the outbox looked at. */
    pass(milliseconds: number) {
      state.now = new Date(state.now.getTime() + milliseconds)
      delivery.wake()
    },
  }
}

test('a mail arrives with its sender, recipient, subject and both parts, in every script', async () => {
  const server = await mailServer()
  const mail = mailOf('ada@example.com')
  const { store, left } = await outbox(mail)
  deliver(store, server.url)
  await until(() => expect(server.received).toHaveLength(1))
  const [received] = server.received
  expect(received).toMatchObject({
    from: 'mail@orglens.test',
    to: ['ada@example.com'],
    subject: '李 小龍 invited you to Ørsted & Søn on Orglens',
    text: mail.text,
    html: mail.html,
  })
  expect(received?.headers.get('from')).toEqual([from])
  expect(received?.headers.get('to')).toEqual(['ada@example.com'])
  expect(received?.headers.get('message-id')).toEqual([`<${mail.id}@orglens.test>`])
  expect(received?.headers.get('auto-submitted')).toEqual(['auto-generated'])
  expect(received?.headers.get('content-type')?.[0]).toMatch(/^multipart\/alternative;/)
  await until(() => expect(left()).toEqual([]))
})

test('a mail server that offers no encryption gets no mail, unless that is allowed', async () => {
  const server = await mailServer()
  const { store, left } = await outbox(mailOf('ada@example.com'))
  const { logged, stop } = deliver(store, server.url, true)
  await until(() => expect(logged).toHaveLength(1))
  expect(logged[0]).toMatch(/STARTTLS|TLS/)
  await stop()
  expect(server.received).toEqual([])
  expect(left()).toEqual(['ada@example.com'])
  const { pass } = deliver(store, server.url, false)
  pass(10_000)
  await until(() => expect(server.received).toHaveLength(1))
})

test('a mail waits for a mail server that is down', async () => {
  const { port, stop } = await startMailServer()
  await stop()
  const { store, left } = await outbox(mailOf('ada@example.com'))
  const { logged, pass } = deliver(store, `smtp://127.0.0.1:${port}`)
  await until(() => expect(logged).toHaveLength(1))
  expect(logged[0]).toContain('ECONNREFUSED')

  const server = await mailServer({ port })
  pass(10_000)
  await until(() => expect(server.received.map(({ to }) => to)).toEqual([['ada@example.com']]))
  await until(() => expect(left()).toEqual([]))
})

test('a mail server that breaks off in the middle gets the mail again, with the same Message-ID', async () => {
  let connections = 0
  const flaky = createServer((socket) => {
    connections += 1
    socket.on('error', () => {})
    socket.write('220 hello\r\n')
    socket.once('data', () => socket.destroy())
  })
  await new Promise<void>((resolve) => flaky.listen(0, '127.0.0.1', resolve))
  const address = flaky.address()
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0
  const mail = mailOf('ada@example.com')
  const { store } = await outbox(mail)
  const { logged, pass } = deliver(store, `smtp://127.0.0.1:${port}`)
  await until(() => expect(logged).toHaveLength(1))
  expect(connections).toBe(1)
  await new Promise((resolve) => flaky.close(resolve))

  const server = await mailServer({ port })
  pass(10_000)
  await until(() => expect(server.received).toHaveLength(1))
  expect(server.received[0]?.headers.get('message-id')).toEqual([`<${mail.id}@orglens.test>`])
})

describe('an address that the mail server refuses', () => {
  test('for good is given up at once, and the log says why', async () => {
    const server = await mailServer({
      checkRecipient(address) {
        if (address === 'gone@example.com') {
          throw refusal(550, `5.1.1 <${address}>: No such user here`)
        }
      },
    })
    const { store, left } = await outbox(mailOf('gone@example.com'), mailOf('ada@example.com'))
    const { logged } = deliver(store, server.url)
    await until(() => expect(server.received.map(({ to }) => to)).toEqual([['ada@example.com']]))
    await until(() => expect(left()).toEqual([]))
    expect(logged).toHaveLength(1)
    expect(logged[0]).toContain('No such user here')
    for (const part of ['gone', 'example.com', 'invited you to', 't0ken']) {
      expect(logged.join()).not.toContain(part)
    }
  })

  test.each([
    ['for now', 451, '4.7.1 Greylisted, come back later'],
    ['because of us, which can be mended', 554, '5.7.1 Relay access denied'],
    ['until we sign in', 530, 'Authentication required'],
  ])('%s is tried again', async (_why, code, message) => {
    let open = false
    const server = await mailServer({
      checkRecipient() {
        if (!open) throw refusal(code, message)
      },
    })
    const { store } = await outbox(mailOf('ada@example.com'))
    const { logged, pass } = deliver(store, server.url)
    await until(() => expect(logged).toHaveLength(1))
    open = true
    pass(10_000)
    await until(() => expect(server.received).toHaveLength(1))
  })
})

test('after 24 hours a mail is given up, and the log says why', async () => {
  const { port, stop } = await startMailServer()
  await stop()
  const { store, left } = await outbox(mailOf('ada@example.com'))
  const { logged, pass } = deliver(store, `smtp://127.0.0.1:${port}`)
  await until(() => expect(logged).toHaveLength(1))
  pass(23 * hour)
  await until(() => expect(logged).toHaveLength(2))
  expect(left()).toEqual(['ada@example.com'])
  pass(hour)
  await until(() => expect(logged).toHaveLength(3))
  await until(() => expect(left()).toEqual([]))
  expect(logged[2]).toContain('given up')
  expect(logged[2]).toContain('ECONNREFUSED')
  for (const secret of ['t0ken', 'ada@']) expect(logged.join()).not.toContain(secret)
})

test('what users typed adds neither headers nor recipients', async () => {
  const server = await mailServer()
  const store = createMemoryStore()
  const attack = 'Hello\r\nBcc: all@evil.example\r\nX-Evil: yes\r\n\r\nevil body'
  await put(store, mailOf('ada@example.com', { subject: attack }))
  deliver(store, server.url)
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
  const { store } = await outbox(mailOf(address), mailOf('ada@example.com'))
  deliver(store, server.url)
  await until(() => expect(server.received.map(({ to }) => to)).toContainEqual(['ada@example.com']))
  expect(server.received.flatMap(({ to }) => to)).not.toContain('eve@evil.example')
})

describe('two servers deliver each mail once', () => {
  let databaseUrl: string
  beforeAll(async () => {
    databaseUrl = await createDatabase(inject('postgresqlUrl'))
  })

  async function deliverFrom(stores: readonly [Store, Store]) {
    const server = await mailServer()
    const addresses = Array.from({ length: 40 }, (_, index) => `member-${index}@example.com`)
    await put(stores[0], ...addresses.map((address) => mailOf(address)))
    const deliveries = stores.map((store) => deliver(store, server.url))
    await until(() => expect(server.received.length).toBeGreaterThanOrEqual(40))
    for (const { stop } of deliveries) await stop()
    expect(server.received.flatMap(({ to }) => to).sort()).toEqual(addresses.sort())
    const never = new Date('2099-01-01')
    expect(await stores[0].takeDueMails(never, never, 1)).toEqual([])
  }

  test('from one store in memory', async () => {
    const store = createMemoryStore()
    await deliverFrom([store, store])
  })

  test('from one PostgreSQL', async () => {
    const log: Log = { info() {}, error() {} }
    const stores = await Promise.all([
      openPostgresqlStore(databaseUrl, log),
      openPostgresqlStore(databaseUrl, log),
    ] as const)
    toStop.push(...stores.map((store) => () => store.close()))
    await deliverFrom(stores)
  })
})
