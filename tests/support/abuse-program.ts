import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setPriority } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { newAuthenticator } from './authenticator'
import { phoneOf } from './phone'
import { head } from './raw-connection'

/**
 * The program of `tests/long/abuse.test.ts`, a process of its own, so that it doesn't slow down the measured client:
 * every kind of abuse at once, for some seconds; then it prints how often each call was answered with each status.
 */
interface Order {
  seconds: number
  url: string
  asset: string
  /** An account that others try to get into, or to keep its owner out of. */
  victim: string
  /** A mailbox that strangers flood, by its sub-addresses. */
  mailbox: string
  /** The dashboards that every organisation sees. */
  dashboards: readonly string[]
}

const order: Order = JSON.parse(process.argv[2] ?? '')
const { seconds, url, asset, victim, mailbox, dashboards } = order
/** Such as 'login/ 401'. */
const statuses: Record<string, number> = {}

const any = (most: number) => Math.floor(Math.random() * most)
/** Behind the one proxy that the server trusts, abuse comes from many networks. */
const forwarded = () => ({ 'X-Forwarded-For': `198.51.100.${any(40)}` })
/**
 * Passwords are guessed from some of them: 10 in 15 minutes each stays below the 300 that an address has from
 * everywhere, which docs/security.md names as what a stranger with 30 networks can use up.
 */
const guessing = () => ({ 'X-Forwarded-For': `198.51.100.${any(20)}` })
const person = () => `stranger-${any(1e9)}@example.test`
const subAddress = () => mailbox.replace('@', `+${any(1e9)}@`)
const password = 'of somebody who means no good'
/** Texts that have broken programs. */
const oddTexts = [
  ...['a\u0000b', '\u202eevil', '\u200b', '\ud800'],
  ...[...' -@<"=%\u3000'].map((one) => one.repeat(90_000)),
]

const get = () => head('GET', asset, forwarded())
const unfinished = () =>
  head('POST', '/api/login/', { ...forwarded(), 'Content-Length': 1_048_576 })
const times = (count: number, act: () => Promise<unknown>) =>
  Promise.all(Array.from({ length: count }, act))

/** Begins with it, waits, and goes away without a word. */
async function overSocket(pause: number, begin: (socket: Socket) => void) {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {})
  await once(socket, 'connect').catch(() => {})
  begin(socket)
  await sleep(pause)
  socket.resetAndDestroy()
}

function drip(socket: Socket, text: string): void {
  const timer = setInterval(() => socket.write(text), 50)
  socket.once('close', () => clearInterval(timer))
}

/** @returns the JSON that was answered; an object in any case. */
async function send(path: string, body: object | null, headers = {}, method = 'POST') {
  const answer = await fetch(`${url}/api/${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...forwarded(), ...headers },
    body: body && JSON.stringify(body),
  })
  const line = `${path.split('?')[0]} ${answer.status}`
  statuses[line] = (statuses[line] ?? 0) + 1
  return await answer.json().catch(() => ({}))
}

type Call = (path: string, body: object, method?: string) => ReturnType<typeof send>

/** Lets a new stranger do something. The pause keeps below the organisations that networks may found in an hour. */
function stranger(
  act: (call: Call, email: string, organization: string) => Promise<unknown>,
  newAddress = subAddress,
) {
  return async () => {
    const [email, organization] = [newAddress(), `Strangers ${any(1e9)}`]
    await send('signup/', { email, password, fullname: 'Stranger', organization })
    const { access } = await send('login/', { email, password })
    const headers = { authorization: `Bearer ${access}` }
    await act((path, body, method) => send(path, body, headers, method), email, organization)
    await sleep(4_000)
  }
}

/** One round of each kind of abuse. */
const kinds: Record<string, () => Promise<unknown>> = {
  'sends a thousand requests and goes': () =>
    overSocket(20, (socket) => socket.write(get().repeat(1_000))),
  'asks and never reads': () =>
    times(10, () =>
      overSocket(500, (socket) => {
        socket.pause()
        socket.write(get().repeat(10))
      }),
    ),
  'sends nearly whole bodies': () =>
    times(6, () => overSocket(500, (socket) => socket.write(unfinished() + 'x'.repeat(1_048_040)))),
  'sends headers slowly': () =>
    times(20, () =>
      overSocket(2_000, (socket) => {
        socket.write('GET / HTTP/1.1\r\n')
        drip(socket, 'X: x\r\n')
      }),
    ),
  'sends bodies slowly': () =>
    times(20, () =>
      overSocket(2_000, (socket) => {
        socket.write(unfinished())
        drip(socket, 'x')
      }),
    ),
  'holds idle connections': () => times(50, () => overSocket(1_000, () => {})),
  'forges webhooks': () =>
    send('payments/webhook/', { event: 'x' }, { 'x-razorpay-signature': 'x' }),
  'forges links to papers': () =>
    times(5, () => send(`open-paper/?token=a.${any(1e9)}.c`, null, {}, 'GET')),
  'guesses passwords': () =>
    send('login/', { email: victim, password: `guess ${any(1e9)}` }, guessing()),
  'asks for resets': () => send('forgot-password/', { email: victim }),
  'signs up': () =>
    send('signup/', {
      email: Math.random() < 0.5 ? victim : person(),
      password: 'a password of a stranger',
      fullname: 'Stranger',
      organization: `Strangers ${any(1e9)}`,
    }),
  'invites and begins checkouts': stranger(async (call) => {
    await call('invite-team-members/', { emails: Array.from({ length: 20 }, person) })
    await call('create-subscription/', { plan_id: 'plan_growth_monthly_usd' })
  }, person),
  'asks for previews of all dashboards': stranger((call) =>
    Promise.all(
      [...dashboards, ...dashboards.slice(0, 8)].map((dashboard_id) =>
        call('reports/preview/', { dashboard_id, time_zone: 'UTC' }),
      ),
    ),
  ),
  'signs in from new browsers': stranger((_call, email) =>
    times(5, () => send('login/', { email, password }, { 'user-agent': `Firefox/${any(1e6)}.0` })),
  ),
  'changes addresses': stranger(async (call) => {
    const changed = { full_name: 'Stranger', email: subAddress(), current_password: password }
    await call('profile/', changed, 'PUT')
    await call('account/mail-address-link/', {})
  }),
  'sets up passkeys': stranger(async (call) => {
    const { ceremony, options } = await call('passkeys/begin/', { password })
    const credential = newAuthenticator(new URL(url).origin).create(options)
    await call('passkeys/add/', { ceremony, credential, name: 'Click here' })
  }),
  'sets up codes': stranger(async (call) => {
    const { uri } = await call('two-factor/begin/', { password })
    await call('two-factor/confirm/', { code: phoneOf(uri).next() })
  }),
  'asks a mailbox to get copies': stranger((call) =>
    times(5, () => call('buyer/copies/', { email: subAddress() })),
  ),
  'invites a mailbox': stranger((call) =>
    call('invite-team-members/', { emails: Array.from({ length: 20 }, subAddress) }),
  ),
  'deletes organisations': stranger(async (call, _email, organization) => {
    await call('organisation/delete/', { name: organization, password })
    await call('organisation/keep/', {})
    await call('organisation/delete/', { name: organization, password, at_once: true })
  }),
  'sends odd and long texts': stranger(async (call) => {
    for (const text of oddTexts) {
      await send('login/', { email: text, password: text })
      await call('profile/', { full_name: text, email: text }, 'PUT')
      await call('organisation/name/', { name: text })
      await call('invite-team-members/', { emails: [text] })
    }
  }),
}

// An intruder's processor isn't the server's.
setPriority(19)
const end = Date.now() + seconds * 1_000
await Promise.all(
  Object.values(kinds).map(async (round) => {
    while (Date.now() < end) {
      // A disconnected client retries.
      await round().catch(() => {})
      await sleep(250)
    }
  }),
)
console.log(JSON.stringify(statuses))
