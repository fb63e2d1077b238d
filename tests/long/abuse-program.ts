import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setPriority } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { head } from '../support/raw-connection'

/*
 * The program of `abuse.test.ts`, a process of its own, so that it doesn't slow down the honest client: every kind of
 * abuse at once, for some seconds; then it prints the answers.
 */

interface Order {
  seconds: number
  url: string
  asset: string
  /** An account that others try to get into, or to keep its owner out of. */
  victim: string
}

const { seconds, url, asset, victim }: Order = JSON.parse(process.argv[2] ?? '')
/** How often each call was answered with each status, such as 'login/ 401'. */
const statuses: Record<string, number> = {}

const any = (most: number) => Math.floor(Math.random() * most)
/** Behind the one proxy that the server trusts, abuse comes from many networks. */
const network = (most = 40) => ({ 'X-Forwarded-For': `198.51.100.${any(most)}` })

/** Begins with a connection, waits, and goes away without a word. */
async function overSocket(pause: number, begin: (socket: Socket) => void) {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {})
  await once(socket, 'connect').catch(() => {})
  begin(socket)
  await sleep(pause)
  socket.resetAndDestroy()
}

function drip(socket: Socket, first: string, then: string): void {
  socket.write(first)
  const timer = setInterval(() => socket.write(then), 50)
  socket.once('close', () => clearInterval(timer))
}

const times = (count: number, act: () => Promise<unknown>) =>
  Promise.all(Array.from({ length: count }, act))

/** @returns the answer's JSON; an object in any case. */
async function send(path: string, body: object, headers: object = network()) {
  const answer = await fetch(`${url}/api/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  const line = `${path} ${answer.status}`
  statuses[line] = (statuses[line] ?? 0) + 1
  return await answer.json().catch(() => ({}))
}

const get = () => head('GET', asset, network())
const unfinished = () => head('POST', '/api/login/', { ...network(), 'Content-Length': 1_048_576 })
const person = () => `stranger-${any(1e9)}@example.test`
const password = 'of somebody who means no good'

/** One round of each kind of abuse, to be repeated without end. */
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
    times(20, () => overSocket(2_000, (socket) => drip(socket, 'GET / HTTP/1.1\r\n', 'X: x\r\n'))),
  'sends bodies slowly': () =>
    times(20, () => overSocket(2_000, (socket) => drip(socket, unfinished(), 'x'))),
  'holds idle connections': () => times(50, () => overSocket(1_000, () => {})),
  'forges webhooks': () =>
    send('payments/webhook/', { event: 'x' }, { ...network(), 'x-razorpay-signature': 'x' }),
  // 20 networks with 10 guesses in 15 minutes each stay below the 300 that an address has from everywhere, which
  // docs/security.md names as what a stranger with 30 networks can use up.
  'guesses passwords': () =>
    send('login/', { email: victim, password: `guess ${any(1e9)}` }, network(20)),
  'asks for resets': () => send('forgot-password/', { email: victim }),
  'signs up and invites': async () => {
    const [email, organization] = [person(), `Strangers ${any(1e9)}`]
    await send('signup/', { email, password, fullname: 'Stranger', organization })
    const { access } = await send('login/', { email, password })
    const headers = { ...network(), authorization: `Bearer ${access}` }
    await send('invite-team-members/', { emails: Array.from({ length: 20 }, person) }, headers)
  },
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
