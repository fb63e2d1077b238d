/** The calls that `npm run bench:server` measures. */
import { execFile } from 'node:child_process'
import { createRequire } from 'node:module'
import { promisify } from 'node:util'
import type { Result } from 'autocannon'
import type { Team } from '../../contract/team'
import { callers, credentials, emailOf, password, post, type Running } from './running'

/** How a server carried a load: its answers' times, and the processor's for each, in ms. */
interface Outcome {
  perSecond: number
  p50: number
  p99: number
  processor: number
  failed: number
}

/** Loads a server for so many seconds. */
export type Measure = (seconds: number) => Promise<Outcome>

const autocannon = createRequire(import.meta.url).resolve('autocannon')

/** @returns a measure of a call that is the same each time; the load comes from another process. */
export function reading(
  server: Running,
  path: string,
  connections: number,
  { access = '', body }: { access?: string; body?: object } = {},
): Measure {
  return async (seconds) => {
    const parameters = [
      ...['-c', String(connections), '-d', String(seconds), '-H', `authorization=Bearer ${access}`],
      ...(body ? ['-m', 'POST', '-H', 'content-type=application/json'] : []),
      ...(body ? ['-b', JSON.stringify(body)] : []),
    ]
    const before = server.processorTime()
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [autocannon, '--json', '--no-progress', ...parameters, server.url + path],
      { maxBuffer: 1 << 26 },
    )
    const { '2xx': succeeded, non2xx, errors, latency, requests } = JSON.parse(stdout) as Result
    return {
      perSecond: requests.average,
      p50: latency.p50,
      p99: latency.p99,
      processor: (server.processorTime() - before) / Math.max(succeeded + non2xx, 1),
      failed: non2xx + errors,
    }
  }
}

/** The measures of what changes nothing, by their names. */
export async function readsOf(server: Running): Promise<Map<string, Measure>> {
  const answer = await post(server.url, '/api/login/', credentials)
  const { access } = (await answer.json()) as { access: string }
  const calls = {
    profile: { path: 'profile', access },
    pricing: { path: 'pricing', access },
    'activity, 1,000 rows': { path: 'subscription-activity', access },
    // By somebody else: the oldest sessions of a user end at 500.
    login: { path: 'login', body: { ...credentials, email: 'member@acme.test' } },
  }
  return new Map(
    [50, 200].flatMap((connections) =>
      Object.entries(calls).map(([name, { path, ...more }]): [string, Measure] => [
        `${name}, ${connections} connections`,
        reading(server, `/api/${path}/`, connections, more),
      ]),
    ),
  )
}

/** An admin, and a member of the same organisation. */
interface Person {
  access: string
  memberId: string
  /** Counts this person's changes. */
  changes: number
}

type Call = (person: Person) => Promise<Response>

async function signIn(url: string, nth: number): Promise<Person> {
  const signedIn = await post(url, '/api/login/', { email: emailOf(nth), password })
  const { access } = (await signedIn.json()) as { access: string }
  const answer = await fetch(`${url}/api/team/`, { headers: { authorization: `Bearer ${access}` } })
  const { members } = (await answer.json()) as Team
  const member = members.find(({ member_id }) => member_id.startsWith('member-'))
  return { access, memberId: member?.member_id ?? '', changes: 0 }
}

/** The measures of changes, and of reads beside them, by their names: each person calls again and again. */
export async function changesOf(server: Running): Promise<Map<string, Measure>> {
  const { url } = server
  const people: Person[] = []
  for (let nth = 0; nth < callers; nth += 1) people.push(await signIn(url, nth))

  const read: Call = ({ access }) =>
    fetch(`${url}/api/profile/`, { headers: { authorization: `Bearer ${access}` } })
  const role: Call = (person) => {
    person.changes += 1
    const is_organization_admin = person.changes % 2 === 1
    const body = { member_id: person.memberId, is_organization_admin }
    return post(url, '/api/team/role/', body, person.access)
  }
  const invite: Call = (person) => {
    person.changes += 1
    const emails = [`guest-${person.changes}-${person.memberId}@bench.test`]
    return post(url, '/api/invite-team-members/', { emails }, person.access)
  }

  const repeated =
    (who: readonly Person[], call: Call): Measure =>
    async (seconds) => {
      const times: number[] = []
      let failed = 0
      const before = server.processorTime()
      const began = performance.now()
      await Promise.all(
        who.map(async (person) => {
          while (performance.now() < began + seconds * 1_000) {
            const start = performance.now()
            const answer = await call(person)
            await answer.text()
            if (answer.ok) times.push(performance.now() - start)
            else failed += 1
          }
        }),
      )
      const perSecond = (times.length / (performance.now() - began)) * 1_000
      times.sort((one, other) => one - other)
      const at = (part: number) => times[Math.floor(times.length * part)] ?? Number.NaN
      const processor = (server.processorTime() - before) / times.length
      return { perSecond, p50: at(0.5), p99: at(0.99), processor, failed }
    }
  const [first, ...others] = people as [Person, ...Person[]]
  const manyTimesOne = Array.from({ length: 200 }, () => ({ ...first }))
  return new Map([
    ['a role', repeated(people, role)],
    ['an invitation', repeated(people, invite)],
    ['reads', repeated(others, read)],
    ['one organisation’s 200 changes at once', repeated(manyTimesOne, role)],
  ])
}
