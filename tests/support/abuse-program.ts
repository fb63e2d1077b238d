import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setPriority } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { head } from './raw-connection'

interface AbuseTarget {
  url: string
  asset: string
  /** An account that others try to get into, or to keep its owner out of. */
  victim: string
  /** How often each status was answered; filled in. */
  statuses: Map<number, number>
}

const networks = 40
const any = (most: number) => Math.floor(Math.random() * most)
/** Behind the one proxy that the server trusts, abuse comes from many networks. */
const network = () => `198.51.100.${any(networks)}`
/**
 * Passwords are guessed from some of them: 10 in 15 minutes each stays below the 300 that an address has from
 * everywhere, which docs/security.md names as what a stranger with 30 networks can use up.
 */
const guessingNetwork = () => `198.51.100.${any(20)}`

/** Begins with it, waits, and goes away without a word. */
async function overSocket(url: string, pause: number, begin: (socket: Socket) => void) {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {})
  await once(socket, 'connect').catch(() => {})
  begin(socket)
  await sleep(pause)
  socket.resetAndDestroy()
}

/** @returns one round of each kind of abuse, to be repeated without end. */
function kindsOfAbuse({ url, asset, victim, statuses }: AbuseTarget) {
  const forwarded = () => ({ 'X-Forwarded-For': network() })

  async function post(path: string, body: object, headers = {}): Promise<Response> {
    const answer = await fetch(`${url}/api/${path}/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...forwarded(), ...headers },
      body: JSON.stringify(body),
    })
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
    return answer
  }
  const times = (count: number, act: () => Promise<unknown>) =>
    Promise.all(Array.from({ length: count }, act))
  const drip = (socket: Socket, text: string) => {
    const timer = setInterval(() => socket.write(text), 50)
    socket.once('close', () => clearInterval(timer))
  }
  const person = () => `stranger-${any(1e9)}@example.test`
  const get = () => head('GET', asset, forwarded())
  const unfinished = () =>
    head('POST', '/api/login/', { ...forwarded(), 'Content-Length': 1_048_576 })

  /** An organisation with the usual limits; a new one once its session has ended. */
  let token: Promise<string> | undefined
  async function found(): Promise<string> {
    const email = person()
    const organization = `Strangers ${any(1e9)}`
    await post('signup', { email, password, fullname: 'Stranger', organization })
    const { access } = await (await post('login', { email, password })).json()
    return `Bearer ${access}`
  }

  const password = 'of somebody who means no good'

  return {
    'sends a thousand requests and goes': () =>
      overSocket(url, 20, (socket) => socket.write(get().repeat(1_000))),
    'asks and never reads': () =>
      times(10, () =>
        overSocket(url, 500, (socket) => {
          socket.pause()
          socket.write(get().repeat(10))
        }),
      ),
    'sends nearly whole bodies': () =>
      times(6, () =>
        overSocket(url, 500, (socket) => socket.write(unfinished() + 'x'.repeat(1_048_040))),
      ),
    'sends headers slowly': () =>
      times(20, () =>
        overSocket(url, 2_000, (socket) => {
          socket.write('GET / HTTP/1.1\r\n')
          drip(socket, 'X: x\r\n')
        }),
      ),
    'sends bodies slowly': () =>
      times(20, () =>
        overSocket(url, 2_000, (socket) => {
          socket.write(unfinished())
          drip(socket, 'x')
        }),
      ),
    'holds idle connections': () => times(50, () => overSocket(url, 1_000, () => {})),
    'forges webhooks': () =>
      post('payments/webhook', { event: 'x' }, { 'x-razorpay-signature': 'x' }),
    'guesses passwords': () =>
      post(
        'login',
        { email: victim, password: `guess ${any(1e9)}` },
        { 'X-Forwarded-For': guessingNetwork() },
      ),
    'asks for resets': () => post('forgot-password', { email: victim }),
    'signs up': () =>
      post('signup', {
        email: Math.random() < 0.5 ? victim : person(),
        password: 'a password of a stranger',
        fullname: 'Stranger',
        organization: `Strangers ${any(1e9)}`,
      }),
    'invites and begins checkouts': async () => {
      token ??= found()
      const headers = { authorization: await token.catch(() => '') }
      const emails = Array.from({ length: 20 }, person)
      const invited = await post('invite-team-members', { emails }, headers)
      await post('create-subscription', { plan_id: 'plan_growth_monthly_usd' }, headers)
      await times(5, () => fetch(`${url}/api/profile/`, { headers }))
      // Access tokens last 15 minutes.
      if (invited.status === 401) token = undefined
    },
  }
}

/**
 * The program of `tests/long/abuse.test.ts`, a process of its own, so that it doesn't slow down the measured client:
 * every kind of abuse at once, for some seconds; then it prints the answers.
 */
// An intruder's processor isn't the server's.
setPriority(19)
const { seconds, ...target } = JSON.parse(process.argv[2] ?? '') as { seconds: number } & Omit<
  AbuseTarget,
  'statuses'
>
const statuses = new Map<number, number>()
const end = Date.now() + seconds * 1_000
await Promise.all(
  Object.values(kindsOfAbuse({ ...target, statuses })).map(async (round) => {
    while (Date.now() < end) {
      // A disconnected client retries.
      await round().catch(() => {})
      await sleep(250)
    }
  }),
)
console.log(JSON.stringify([...statuses]))
