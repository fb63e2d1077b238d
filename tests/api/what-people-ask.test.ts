import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import type { CallName } from '../../contract/calls'
import { connectTo } from '../../server/store/postgresql/postgresql'
import { newQuickProject, runLine } from '../support/command-lines'
import { refusal, startMailServer, type TestMailServer } from '../support/mail-server'
import { phoneOf } from '../support/phone'
import { createDatabase } from '../support/postgresql'
import { type Host, startDemoHost } from '../support/running-host'

/** A command of the page: a line of a shell, or a question to the database. */
interface Command {
  kind: 'sh' | 'sql'
  text: string
}

/** The questions of the section 'What people ask', and the commands that answer each. */
const recipes: [string, Command[]][] = (
  /^## What people ask\n([\s\S]*?)^##+ /m.exec(readFileSync('docs/operating.md', 'utf8'))?.[1] ?? ''
)
  .split(/^\*\*"/m)
  .slice(1)
  .map((part) => [
    part.slice(0, part.indexOf('"**')),
    [...part.matchAll(/^```(sh|sql)\n([\s\S]*?)^```/gm)].flatMap(([, kind, block = '']) =>
      block
        .trim()
        .split('\n')
        .map((text): Command => ({ kind: kind === 'sql' ? 'sql' : 'sh', text })),
    ),
  ])

const password = 'a long password'
const elsewhere = {
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:131.0) Gecko/20100101 Firefox/131.0',
}
let DATABASE_URL: string
let mailServer: TestMailServer
let host: Host
let firstPayment: string
let secondPayment: string
/** The day of the story. */
let today: string

/** Acme's story: its admin Ada, Ravi, who was invited and has a second factor, and a guest whose mail was refused. */
beforeAll(async () => {
  DATABASE_URL = await createDatabase(inject('postgresqlUrl'))
  mailServer = await startMailServer({
    checkRecipient(address) {
      if (address.startsWith('guest')) throw refusal(550, '5.1.1 No such user here')
    },
  })
  host = await startDemoHost({
    DATABASE_URL,
    MAIL_DELIVERY: 'smtp',
    SMTP_URL: mailServer.url,
    SMTP_TLS: 'optional',
    MAIL_FROM: 'Orglens <mail@orglens.test>',
    PAYMENTS: 'sandbox',
  })
  const succeed = async (name: CallName, body: object, token?: string, headers = {}) => {
    const answer = await host.call(name, body, token, headers)
    expect(answer.status, `${name}: ${await answer.clone().text()}`).toBeLessThan(300)
    return answer.status === 204 ? null : await answer.json()
  }
  const signUp = (fullname: string, email: string, headers = {}) =>
    succeed('signup', { fullname, email, password, organization: 'Acme' }, undefined, headers)
  today = new Date().toISOString().slice(0, 10)
  await signUp('Ada Lovelace', 'ada@acme.test')
  const ada = await succeed('login', { email: 'ada@acme.test', password })
  const emails = ['ravi@acme.test', 'guest@acme.test']
  await succeed('inviteTeamMembers', { emails }, ada.access)
  const tokenFor = (address: string) =>
    mailServer.received
      .filter(({ to }) => to.includes(address))
      .flatMap(({ text }) => /\/invite\/(\S+)/.exec(text)?.[1] ?? [])[0]
  await vi.waitFor(() => expect(tokenFor('ravi@acme.test')).toBeDefined(), 10_000)
  await signUp('Ravi Kumar', 'ravi@acme.test', {
    'x-invitation-token': tokenFor('ravi@acme.test') ?? '',
  })
  const credentials = { email: 'ravi@acme.test', password }
  const { access } = await succeed('login', credentials)
  const { uri } = await succeed('beginTwoFactor', { password }, access)
  await succeed('confirmTwoFactor', { code: phoneOf(uri).next() }, access)
  const mondays = { every: 'week', day: 1, hour: 8, time_zone: 'UTC' }
  await succeed('subscribeReport', { dashboard_id: 'overview', ...mondays }, access)
  const wrong = { ...credentials, password: 'a wrong password' }
  expect((await host.call('login', wrong, undefined, elsewhere)).status).toBe(401)

  // Two tabs buy the same plan.
  const order = { plan_id: 'plan_starter_monthly_usd' }
  const orders = [
    await succeed('createSubscription', order, ada.access),
    await succeed('createSubscription', order, ada.access),
  ]
  const paid: { razorpay_payment_id: string; status: number }[] = []
  for (const { subscription_id } of orders) {
    const answer = await fetch(`${host.url}/sandbox/pay`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ subscription_id }),
    })
    const { razorpay_subscription_id: _id, ...payment } = await answer.json()
    const verification = { subscription_id, ...payment }
    const { status } = await host.call('verifySubscription', verification, ada.access)
    paid.push({ ...payment, status })
  }
  expect(paid.map(({ status }) => status)).toEqual([200, 409])
  ;[firstPayment, secondPayment] = paid.map((one) => one.razorpay_payment_id) as [string, string]
})

afterAll(async () => {
  await host.stop()
  await mailServer.stop()
})

/** What each question's commands have to say, the last one's output last. */
const answers: Record<string, (outputs: string[]) => void | Promise<void>> = {
  'Who signed in as me on Tuesday, and from where?'([signIns = '', all = '']) {
    expect(signIns.split('\n').slice(2, 4)).toEqual([
      expect.stringMatching(/<ravi@acme\.test> {2}sign-in .*\(browser from 127\.0\.0\.1\)$/),
      expect.stringMatching(/sign-in {2}browser="Firefox on Linux" .* WRONG PASSWORD$/),
    ])
    expect(all).toContain('second-factor-set')
    expect(all).toContain('joined')
  },
  async 'I lost my phone and my recovery codes.'([said]) {
    expect(said).toContain('Ravi Kumar <ravi@acme.test> has no second factor any more.')
    await host.signIn('ravi@acme.test', password)
  },
  'Sign everybody out of this account.'([said]) {
    expect(said).toContain('2 sessions of Ravi Kumar')
  },
  'Our only admin has left the company.'([list, said]) {
    expect(list).toMatch(/admin {3}Ada Lovelace[\s\S]*member {2}Ravi Kumar/)
    expect(said).toContain('Ravi Kumar <ravi@acme.test> is an admin of Acme.')
  },
  'Send me the data that you keep about me.'([, file = '']) {
    expect(JSON.parse(file)).toMatchObject({
      account: { full_name: 'Ravi Kumar' },
      sign_ins: expect.arrayContaining([expect.objectContaining({ result: 'wrong-password' })]),
    })
  },
  'Where is my report?'([said]) {
    expect(said).toMatch(/Report of overview to <ravi@acme\.test>, every Monday at 08:00 \(UTC\)/)
  },
  async 'Erase me.'([said]) {
    expect(said).toMatch(/Erased from \d+ entries of Acme\./)
    expect((await host.call('login', { email: 'ravi@acme.test', password })).status).toBe(404)
  },
  'I never got the mail.'([failures, rows]) {
    expect(failures).toMatch(/mail-failed {2}guest@acme\.test .*FAILED {2}".*No such user here/)
    expect(rows).toBe('[]')
  },
  "Our invitation doesn't work."([said]) {
    expect(said).toMatch(/Ada Lovelace <ada@acme\.test> {2}invited {2}.*guest@acme\.test/)
  },
  'I was charged twice.'([said = '']) {
    const lines = said.split('\n').filter((line) => line.includes('pay_'))
    const of = (kind: string) => lines.filter((line) => line.includes(`  ${kind}  `)).join('\n')
    expect(of('payment-taken')).toContain(firstPayment)
    expect(of('refund-owed')).toContain(secondPayment)
    expect(of('payment-refunded')).toContain(secondPayment)
  },
  'Somebody changed our plan.'([said]) {
    expect(said).toMatch(/subscribed {2}plan="Starter" .*\(browser from 127\.0\.0\.1\)/)
  },
  'Delete our organisation.'([said]) {
    expect(said).toContain('Acme is deleted.')
  },
}

test('each question that the page has is one that is tested here', () => {
  expect(recipes.map(([question]) => question)).toEqual(Object.keys(answers))
  expect(recipes.filter(([, commands]) => commands.length === 0)).toEqual([])
})

/** Runs a command as it stands on the page, but of today, and confirmed. @returns its output, and the file it wrote. */
async function outputsOf(
  { kind, text }: Command,
  { directory, PATH }: ReturnType<typeof newQuickProject>,
): Promise<string[]> {
  if (kind === 'sql') {
    const client = await connectTo(DATABASE_URL)
    const { rows } = await client.query(text).finally(() => client.end())
    return [JSON.stringify(rows)]
  }
  const [command = '', file] = text.split(' > ')
  const asked = command.replace('2026-11-24', today)
  const confirmed = /admin -- (?!list)/.test(asked) ? `${asked} --yes` : asked
  const line = file === undefined ? confirmed : `${confirmed} > ${file}`
  const { stdout } = await runLine(line, directory, { DATABASE_URL, PATH })
  return file === undefined
    ? [stdout.trim()]
    : [stdout, readFileSync(join(directory, file), 'utf8')]
}

// In the order of the page: whoever is erased, and what is deleted, comes after what needs them.
test.each(recipes)(
  'beside a running server, the page’s commands answer: %s',
  async (question, commands) => {
    const project = newQuickProject()
    const ask = async () => {
      const outputs: string[] = []
      for (const command of commands) outputs.push(...(await outputsOf(command, project)))
      await answers[question]?.(outputs)
    }
    // Refunds and ended plans are background work of the server. What people ask is asked once.
    const isWaitedFor = /charged|Delete|mail/.test(question)
    await (isWaitedFor ? vi.waitFor(ask, { timeout: 30_000, interval: 500 }) : ask())
  },
)
