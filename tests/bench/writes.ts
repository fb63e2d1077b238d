import { setTimeout as sleep } from 'node:timers/promises'
import type { Running } from './running'

/** An admin, and a member of the same organisation. */
interface Person {
  access: string
  memberId: string
  /** Counts this person's changes. */
  changes: number
}

type Call = (person: Person) => Promise<Response>

const password = 'a password of the bench'
const callers = 20
const most = 200

export const post = (url: string, path: string, body: object, access = '') =>
  fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${access}` },
    body: JSON.stringify(body),
  })

const emailOf = (nth: number) => `admin@bench-${nth}.test`

/** Signs up the organisations that write, each with an admin. */
export async function foundOrganisations(url: string): Promise<void> {
  for (let nth = 0; nth < callers; nth += 1) {
    const admin = { fullname: 'An Admin', email: emailOf(nth), password }
    const answer = await post(url, '/api/signup/', { ...admin, organization: `Bench ${nth}` })
    if (!answer.ok) throw new Error(`Signing up answered ${answer.status}: ${await answer.text()}`)
  }
}

/** Adds a member beside each admin. */
export const addMembers = `
  create temp table member as select * from users where email like 'admin@bench-%';
  update member set id = 'member-' || id, email = 'member-' || email, is_admin = false,
    email_key = 'member-' || email_key;
  insert into users select * from member;`

/** @throws Error if the version's API doesn't list the member, as early versions don't. */
async function signIn(url: string, nth: number): Promise<Person> {
  const signedIn = await post(url, '/api/login/', { email: emailOf(nth), password })
  const { access } = (await signedIn.json()) as { access: string }
  const answer = await fetch(`${url}/api/team/`, { headers: { authorization: `Bearer ${access}` } })
  const { members } = (await answer.json()) as { members?: { member_id?: string }[] }
  const memberId = members?.find(({ member_id }) => member_id?.startsWith('member-'))?.member_id
  if (memberId === undefined) {
    throw new Error(
      'A measured version has not the calls that are measured: /api/team/ lists no members with a member_id. Compare with a later commit.',
    )
  }
  return { access, memberId, changes: 0 }
}

/** What a server was asked for at once, in ms each; those that failed by their status. */
interface Outcome {
  perSecond: number
  times: number[]
  failed: string[]
}

/** Lets each person call again and again. */
async function load(people: readonly Person[], call: Call, seconds: number): Promise<Outcome> {
  const times: number[] = []
  const failed: string[] = []
  const began = performance.now()
  const end = began + seconds * 1_000
  await Promise.all(
    people.map(async (person) => {
      while (performance.now() < end) {
        const start = performance.now()
        const answer = await call(person)
        await answer.text()
        if (answer.ok) times.push(performance.now() - start)
        else failed.push(String(answer.status))
      }
    }),
  )
  const perSecond = (times.length / (performance.now() - began)) * 1_000
  return { perSecond, times: times.sort((one, other) => one - other), failed }
}

function print(name: string, { perSecond, times, failed }: Outcome, processorTime?: number): void {
  const at = (part: number) => (times[Math.floor(times.length * part)] ?? 0).toFixed(1)
  console.info(
    [
      name.padEnd(42),
      `${Math.round(perSecond)} requests/s`.padEnd(18),
      `p50 ${at(0.5)} ms, p99 ${at(0.99)} ms`.padEnd(26),
      ...(processorTime === undefined
        ? []
        : [`${(processorTime / times.length).toFixed(2)} ms of processor each`]),
      failed.length > 0 ? `(${failed.length} failed: ${[...new Set(failed)]})` : '',
    ].join(' '),
  )
}

/** Signs in the admins of the organisations that write. */
async function signInAll(url: string): Promise<Person[]> {
  const people: Person[] = []
  for (let nth = 0; nth < callers; nth += 1) people.push(await signIn(url, nth))
  return people
}

/** @returns the calls that a server is measured by: a member's role is changed, and somebody is invited. */
function changesOf(url: string) {
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
  return { role, invite }
}

/**
 * @param server with the organisations and their members.
 * @returns measures a change for so many seconds, as ms of the server's processor.
 */
export async function createChangeMeasures({ url, processorTime }: Running) {
  const people = await signInAll(url)
  const measure = (call: Call) => async (seconds: number) => {
    const before = processorTime()
    const { times, failed } = await load(people, call, seconds)
    if (failed.length > 0) throw new Error(`Changes failed: ${[...new Set(failed)]}`)
    return (processorTime() - before) / times.length
  }
  const { role, invite } = changesOf(url)
  return { role: measure(role), invite: measure(invite) }
}

/**
 * Measures changes, which is what a server's transactions cost: passwords, roles and invitations of twenty
 * organisations, a mixed load, and one organisation's changes beside others' reads.
 * @param server with cheap hashes, the organisations and their members.
 */
export async function measureWrites(server: Running, seconds: number): Promise<void> {
  const { url } = server
  const people = await signInAll(url)
  const [first, ...others] = people as [Person, ...Person[]]
  const { role, invite } = changesOf(url)

  const read: Call = ({ access }) =>
    fetch(`${url}/api/profile/`, { headers: { authorization: `Bearer ${access}` } })
  const passwords = new Map<Person, string>()
  const changePassword: Call = (person) => {
    person.changes += 1
    const current_password = passwords.get(person) ?? password
    const new_password = `${password} ${person.changes}`
    passwords.set(person, new_password)
    const body = { current_password, new_password }
    return post(url, '/api/account/password/', body, person.access)
  }
  const mixed: Call = (person) => {
    person.changes += 1
    return person.changes % 5 === 0
      ? role({ ...person, changes: person.changes / 5 })
      : read(person)
  }

  async function measure(name: string, who: readonly Person[], call: Call): Promise<void> {
    await load(who, call, seconds / 4)
    const before = server.processorTime()
    const outcome = await load(who, call, seconds)
    print(name, outcome, server.processorTime() - before)
  }
  const many = Array.from({ length: most }, (_, nth) => ({ ...(people[nth % callers] as Person) }))

  await measure('reads', people, read)
  await measure('a role', people, role)
  await measure('an invitation', people, invite)
  await measure('four reads to a write', people, mixed)
  await measure('four reads to a write, 200 connections', many, mixed)
  await measure('a password, without its hash', people, changePassword)

  print('reads by others, nobody writing', await load(others, read, seconds))
  const ofOne = Array.from({ length: most }, () => ({ ...first }))
  const [changes, reads] = await Promise.all([
    load(ofOne, role, seconds),
    sleep(seconds * 100).then(() => load(others, read, seconds * 0.8)),
  ])
  print('one organisation’s 200 changes at once', changes)
  print('reads by others meanwhile', reads)
}
