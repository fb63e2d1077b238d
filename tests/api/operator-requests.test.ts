import { beforeEach, describe, expect, test } from 'vitest'
import { createMockServices } from '../../mocks/mock-api'
import { networkOf } from '../../server/api/networks'
import { emptyMemoryData } from '../../server/app/memory-store'
import { boughtBy } from '../../server/billing/plan/renewals'
import * as requests from '../../server/commands/operator-requests'
import { byUser } from '../../server/people/author'
import type { Organisation, User } from '../../server/people/tables'
import { add, set } from '../../server/store/change'
import { type Entry, entryOf } from '../../server/store/entry'
import { postgresql, storeForTests } from '../support/every-store'
import {
  createdAt,
  found,
  founding,
  invitationTo,
  secondsLater,
  sessionOf,
  silentLog,
  subscriptionOf,
  userOf,
} from './sql-store-examples'

const network = networkOf('192.0.2.7')

const [, open] = postgresql

describe('a request to the operator', () => {
  const store = storeForTests(open)
  const clock = () => secondsLater(60)
  const appUrl = 'https://orglens.test'
  const services = createMockServices(emptyMemoryData(), silentLog, clock, appUrl, store)
  services.mail = { captures: false }
  let organisation: Organisation
  let admin: User
  let member: User
  let count = 0

  beforeEach(async () => {
    count += 1
    ;[organisation, admin] = founding(`asked-${count}`, `admin@asked-${count}.test`)
    await found(store, organisation, admin)
    member = { ...userOf(organisation, `ravi@asked-${count}.test`), fullName: 'Ravi Kumar' }
    await store.save(add('users', member))
  })

  const enter = (user: User, action: Entry['action'], facts: Partial<Entry>, from = network) => {
    const author = byUser(user, from)
    return store.addEntries([entryOf(secondsLater(10), organisation.id, author, action, facts)])
  }
  const slug = () => organisation.slug
  const erase = async (email: string) =>
    await (await requests.erasePerson(services, slug(), email)).act()
  const remove = async (email: string) =>
    await (await requests.removePerson(services, slug(), email)).act()
  const people = () => store.all('users', { organisationId: organisation.id })
  const invitations = () => store.all('invitations', { organisationId: organisation.id })
  const story = () => store.findHistory(organisation.id, null, 999)
  const lastEntry = async () => (await story()).at(-1)

  test('erases a person’s name and address everywhere, and an address that was only invited', async () => {
    const elsewhere = networkOf('203.0.113.77')
    const guest = `guest@asked-${count}.test`
    const details: Entry['details'] = { fields: ['name'], from: 'Old Ravi', to: 'Ravi Kumar' }
    await enter(member, 'profile-changed', { details }, elsewhere)
    await enter(member, 'invited', { subject: guest.toUpperCase() }, elsewhere)
    await enter(admin, 'invited', { subject: member.email })
    await enter(admin, 'made-admin', { subject: 'Ravi Kumar', subjectId: member.id })
    await enter(admin, 'password-changed', {})
    const asking = { requestedAt: createdAt, requestedById: member.id, requestedBy: 'Ravi Kumar' }
    const times = { dueAt: secondsLater(9_999), nextStepAt: secondsLater(9_999) }
    const deletion = { ...times, ...asking, isReminded: false, stoppedId: null }
    await store.save(add('deletions', { organisationId: organisation.id, ...deletion }))
    await store.save(add('invitations', invitationTo(organisation, guest)))
    const { id, organisationId, email, emailKey } = member
    const never = { confirmedAt: null, refusedAt: null, removedAt: null }
    await store.save(add('copies', { id, organisationId, email, emailKey, createdAt, ...never }))
    const [other, founder] = founding(`other-${count}`, `admin@other-${count}.test`)
    await found(store, other, founder)
    await store.save(add('invitations', invitationTo(other, guest)))
    await erase(member.email)
    const asked = await store.one('deletions', { organisationId: organisation.id })
    expect(asked?.requestedBy).toBe('a former member')
    expect(await store.one('copies', { id })).toBeNull()
    expect((await people()).map(({ id }) => id)).toEqual([admin.id])
    const text = JSON.stringify(await story())
    for (const word of [member.email, 'Ravi', '203.0.113.77']) expect(text).not.toContain(word)
    for (const word of ['192.0.2.7', 'a former member', guest.toUpperCase(), admin.email]) {
      expect(text).toContain(word)
    }
    const meant = { organisationId: organisation.id, before: null, action: null }
    expect(await store.findEntries({ ...meant, text: 'ravi' }, 99)).toEqual([])
    await erase(guest)
    const rest = JSON.stringify([await story(), await invitations()])
    expect(rest).not.toMatch(/guest/i)
    // What another organisation knows is its own.
    expect(await store.all('invitations', { organisationId: other.id })).toHaveLength(1)
    expect(rest).toContain(admin.email)
    await expect(erase('nobody@asked.test')).rejects.toThrow('has, or had, the address')
  })

  test('erases every spelling of an address, those of before, and the inviter of invitations', async () => {
    const earlier = `kumar@asked-${count}.straße.test`
    const others = [`KUMAR@asked-${count}.straẞe.test`, `kumar@asked-${count}.strasse.test`]
    for (const subject of [member.email.toUpperCase(), ...others]) {
      await enter(admin, 'invited', { subject })
    }
    for (const action of ['address-changed', 'address-put-back'] as const) {
      const from = action === 'address-changed' ? earlier : `x${earlier}`
      await enter({ ...member, email: earlier }, action, { details: { from, to: member.email } })
      await enter(admin, 'invited', { subject: from })
    }
    const byThem = { invitedBy: 'Ravi Kumar', invitedById: member.id }
    const kept = { ...invitationTo(organisation, `guest@asked-${count}.test`), ...byThem }
    const own = { ...invitationTo(organisation, member.emailKey), email: member.email }
    const rows = [kept, own].map((one) => ({ ...one, expiresAt: secondsLater(10) }))
    await store.save(add('invitations', ...rows))
    await erase(member.email)
    const text = JSON.stringify([await story(), await people(), await invitations()])
    expect(text.match(/ravi|kumar@[^"]*stra(ß|ẞ)e/giu)).toBeNull()
    // Somebody else's.
    expect(text).toContain(`kumar@asked-${count}.strasse.test`)
    const left = { email: kept.email, invitedBy: 'a former member' }
    expect(await invitations()).toMatchObject([left])
  })

  test('erases earlier accounts of a person too, and nothing about the present owner of the address', async () => {
    const said = (user: User, at: number) =>
      entryOf(secondsLater(at), organisation.id, byUser(user, network), 'password-changed')
    await store.addEntries([said(member, 5)])
    await remove(member.email)
    // Came back with the same address, in capitals, and took another one; somebody else has the first one now.
    const back = { ...userOf(organisation, `ravi@again-${count}.test`), fullName: 'Ravi K. Kumar' }
    await store.save(add('users', back))
    await store.addEntries([said({ ...back, email: member.email.toUpperCase() }, 20)])
    await store.addEntries([said(back, 21)])
    const heir = { ...userOf(organisation, member.email), fullName: 'Heir' }
    await store.save(add('users', heir))
    await store.addEntries([said(heir, 30)])
    await erase(back.email)
    const text = JSON.stringify(await story())
    expect(text).not.toContain('Ravi K. Kumar')
    expect(text).not.toContain(back.email)
    expect(text).toContain('Heir')
    expect(text).toContain(heir.email)
    await erase(heir.email)
    const rest = JSON.stringify(await story())
    for (const word of ['Heir', 'Ravi', heir.email]) expect(rest).not.toContain(word)
  })

  test('erases an address from the list of those invited together, where the others stay', async () => {
    const [one, other] = [`x${member.email}`, `${member.email}.example`]
    await enter(admin, 'invited', { details: { addresses: [one, member.email, other] } })
    await erase(member.email)
    const invited = { organisationId: organisation.id, before: null, action: 'invited' as const }
    const addresses = [one, 'a former member', other]
    const left = [{ actorName: admin.fullName, details: { addresses } }]
    expect(await store.findEntries({ ...invited, text: other }, 99)).toMatchObject(left)
    expect(await store.findEntries({ ...invited, text: `\n${member.email}\n` }, 99)).toEqual([])
  })

  test('deletes an organisation once its plan has ended and the provider has confirmed it', async () => {
    const live = { ...subscriptionOf(organisation), state: 'live' as const, startedAt: createdAt }
    await store.save(
      add('subscriptions', { ...live, wasPaid: true, nextCheckAt: secondsLater(9_000) }),
    )
    const request = await requests.deleteOrganisation(services, slug())
    expect(request.will).toContain(`Its plan ${live.plan.name} ends now`)
    await expect(request.act()).rejects.toThrow("isn't deleted yet")
    expect(await store.one('subscriptions', { id: live.id, state: 'live' })).toBeNull()
    expect(await people()).toHaveLength(2)
    const due = await store.takeDueMails(secondsLater(100), secondsLater(9_999), 999)
    expect(due.flatMap(({ to, text }) => (to === admin.email ? text : []))).toEqual([
      expect.stringContaining('https://orglens.test/dashboard/subscription'),
    ])

    await store.save(set('subscriptions', { id: live.id }, { nextCheckAt: null }))
    // Its last invoices are fetched, too.
    const again = await requests.deleteOrganisation(services, slug())
    await expect(again.act()).rejects.toThrow("isn't deleted yet")
    await store.save(set('receiptChecks', { subscriptionId: live.id }, { dueAt: null }))
    await (await requests.deleteOrganisation(services, slug())).act()
    expect(await store.one('organisations', { slug: slug() })).toBeNull()
    expect(await store.one('users', { emailKey: member.emailKey })).toBeNull()
    expect(await story()).toEqual([])
    expect(await store.findPlanHistory(organisation.id)).toEqual([])
    await expect(requests.deleteOrganisation(services, slug())).rejects.toThrow('no organisation')
  })

  test('makes a member an admin, mails all admins, and is logged as the operator’s', async () => {
    const isAdmin = async () => (await store.one('users', { id: member.id }))?.isAdmin
    const request = await requests.makeAdmin(services, slug(), member.email.toUpperCase())
    expect(request.will).toContain(`Ravi Kumar <${member.email}> becomes an admin`)
    expect(await isAdmin()).toBe(false)
    await request.act()
    expect(await isAdmin()).toBe(true)
    expect(await lastEntry()).toMatchObject({
      action: 'made-admin',
      actorKind: 'operator',
      origin: 'command',
      audience: 'both',
      subject: 'Ravi Kumar',
    })
    const mails = await store.takeDueMails(secondsLater(60), secondsLater(90), 99)
    const told = mails.filter(({ to }) => to.endsWith(`asked-${count}.test`))
    expect(told.map(({ to }) => to).sort()).toEqual([admin.email, member.email])
    expect(told.at(-1)?.text).toContain('The operator of this site made')
    await expect(requests.makeAdmin(services, slug(), member.email)).rejects.toThrow('already')
  })

  test('removes a person, but neither the last admin nor the only person', async () => {
    await expect(remove(admin.email)).rejects.toThrow('An organisation needs an admin')
    const renewal = boughtBy(byUser(member, network), createdAt)
    const bought = { state: 'live', startedAt: createdAt, wasPaid: true, renewal } as const
    await store.save(add('subscriptions', subscriptionOf(organisation, bought)))
    const { will } = await requests.removePerson(services, slug(), member.email)
    expect(will).toContain('goes on paying for the plan')
    await remove(member.email)
    expect(await people()).toHaveLength(1)
    expect(await lastEntry()).toMatchObject({ action: 'removed', actorKind: 'operator' })
    await expect(remove(admin.email)).rejects.toThrow('is the only person')
  })

  test('lists people and what is open, signs a person out everywhere, and lets an address be proved again', async () => {
    const lasting = { expiresAt: secondsLater(9_999) }
    const invited = invitationTo(organisation, `guest@asked-${count}.test`)
    const late = invitationTo(organisation, `late@asked-${count}.test`)
    const expired = { ...late, expiresAt: secondsLater(59) }
    await store.save(add('invitations', { ...invited, ...lasting }, expired))
    const sessions = [member, member, admin].map((user) => ({ ...sessionOf(user), ...lasting }))
    const over = { ...sessionOf(member), expiresAt: secondsLater(60) }
    await store.save(add('sessions', ...sessions, over))
    await store.save(set('users', { isAddressProven: false }, { isAddressProven: true }))
    const [about, ...lines] = await requests.listPeople(services, slug())
    expect(about).toMatch(/, no plan, 1 open invitations$/)
    expect(lines.map((line) => line.split(/ {2,}/).slice(0, 2)).sort()).toEqual([
      ['admin', expect.stringContaining(`<${admin.email}>`)],
      ['member', `Ravi Kumar <${member.email}>`],
    ])
    const ending = await requests.endSessions(services, slug(), member.email)
    expect(await ending.act()).toMatch(/^2 sessions of Ravi Kumar/)
    const left = await store.all('sessions', {})
    expect(left.filter(({ userId }) => userId === member.id)).toEqual([])
    expect(left.filter(({ userId }) => userId === admin.id)).toHaveLength(1)
    expect(await lastEntry()).toMatchObject({ action: 'sessions-ended', actorKind: 'operator' })
    await (await requests.unproveAddress(services, slug(), member.email)).act()
    const unproved = await store.all('users', { isAddressProven: false })
    expect(unproved.map(({ id }) => id)).toEqual([member.id])
  })

  test('resets the second factor of a person, and exports their data', async () => {
    const request = await requests.resetTwoFactor(services, slug(), member.email)
    await expect(request.act()).rejects.toThrow("doesn't use two-factor authentication")
    const factor = { secret: 'sealed', begunAt: createdAt, since: createdAt, lastStep: 1 }
    await store.save(add('secondFactors', { ...factor, userId: member.id, recoveryCodes: [] }))
    await (await requests.resetTwoFactor(services, slug(), member.email)).act()
    expect(await store.one('secondFactors', { userId: member.id })).toBeNull()
    const entry = { action: 'second-factor-reset', actorKind: 'operator', subject: 'Ravi Kumar' }
    expect(await lastEntry()).toMatchObject(entry)
    const text = await (await requests.exportPerson(services, slug(), member.email)).act()
    expect(JSON.parse(text).account).toMatchObject({ full_name: 'Ravi Kumar', email: member.email })
    expect(await lastEntry()).toMatchObject({ action: 'data-exported', subject: 'Ravi Kumar' })
  })
})
