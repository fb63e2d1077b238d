import { beforeEach, describe, expect, test, vi } from 'vitest'
import { renewAddressKeys } from '../../server/account/address-keys'
import * as requests from '../../server/commands/operator-requests'
import type { Organisation, User } from '../../server/people/tables'
import type { Services } from '../../server/services'
import { above, add, put } from '../../server/store/change'
import { memoryAndSql, storeForTests } from '../support/every-store'
import { founding, invitationTo, resetOf, secondsLater, userOf } from './sql-store-examples'

// Servers from before D96 took the last capital sigma of a domain for another letter.
const typed = 'example.ΕΛΛΑΣ'
const former = 'example.xn--mxahsa0b'
const form = 'example.xn--mxahsa5b'

describe.each(memoryAndSql)('addresses from before D96, in %s', (_name, open) => {
  const store = storeForTests(open)
  let organisation: Organisation
  let admin: User
  let count = 0
  const log = { info() {}, error: vi.fn() }

  beforeEach(async () => {
    count += 1
    log.error.mockClear()
    ;[organisation, admin] = founding(`spelt-${count}`, `admin@spelt-${count}.test`)
    await store.createOrganisation(organisation, admin)
  })

  /** A user of a server from before. */
  const userWith = async (name: string, domain: string, key: string, age = 0) => {
    const user = {
      ...userOf(organisation, `${name}${count}@${key}`),
      email: `${name}${count}@${domain}`,
      createdAt: secondsLater(-age),
    }
    await store.addUser(user)
    return user
  }
  const renew = () => renewAddressKeys({ store, log, clock: () => secondsLater(60) })
  const idOf = async (email: string) =>
    (await store.findMembershipByEmailKey(email.replace('@', `${count}@`)))?.user.id

  test('an account, its resets and invitations get the one form, however often it is done', async () => {
    const { id, emailKey } = await userWith('ada', typed, former)
    const user = { ...admin, id, emailKey }
    const reset = resetOf(user)
    const invitation = {
      ...invitationTo(organisation, `eve${count}@${former}`),
      email: `eve${count}@${typed}`,
    }
    await store.save(add('passwordLinks', reset))
    await store.save(add('invitations', invitation))
    await Promise.all([renew(), renew()])
    await renew()
    expect(await idOf(`ada@${form}`)).toBe(id)
    expect(await idOf(`ada@${former}`)).toBeUndefined()
    expect(
      await store.one('passwordLinks', {
        tokenHash: reset.tokenHash,
        expiresAt: above(secondsLater(61)),
      }),
    ).toMatchObject({ userId: id })
    const { invitations } = await store.findTeam(organisation.id)
    expect(invitations.map((one) => one.emailKey)).toEqual([`eve${count}@${form}`])
    expect(log.error).not.toHaveBeenCalled()
    // The former form is free: it is somebody else's address.
    expect(await store.addUser(userOf(organisation, `ada${count}@${former}`))).toBe('added')
  })

  test('an address that a link puts back is held by its one form', async () => {
    const user = await userWith('ada', 'example.test', 'example.test')
    const held = `ada${count}@${former}`
    const link = {
      ...resetOf(user),
      tokenHash: `undo-${count}`,
      emailKey: held,
      restoresEmail: `ada${count}@${typed}`,
    }
    await store.save(add('passwordLinks', link))
    const address = { emailKey: held, userId: user.id, heldUntil: link.expiresAt }
    await store.save(put('addresses', ['emailKey'], address))
    await renew()
    expect(await store.addUser(userOf(organisation, `ada${count}@${form}`))).toBe('email-taken')
    expect(await store.resetPassword(link.tokenHash, 'new', secondsLater(61))).toBe(
      `ada${count}@${form}`,
    )
  })

  test('of two accounts that become one address the older gets the key, and the operator is told of the younger', async () => {
    // Neither has the key yet.
    const young = await userWith('ada', typed, former, 10)
    const old = await userWith('ada', 'EXAMPLE.ΕΛΛΑΣ', 'example.another', 20)
    await renew()
    await renew()
    expect(await idOf(`ada@${form}`)).toBe(old.id)
    // Signs in with it as before.
    expect(await idOf(`ada@${former}`)).toBe(young.id)
    expect(log.error.mock.calls).toEqual(
      Array(2).fill([
        'Two accounts have one address',
        { userId: young.id, organisation: organisation.slug },
      ]),
    )
    const services = { store, clock: () => secondsLater(60) } as unknown as Services
    const lines = await requests.listPeople(services, organisation.slug)
    expect(lines.find((line) => line.includes(young.id))).toContain(`signs in as ${young.emailKey}`)
    expect(lines.find((line) => line.includes(old.id))).not.toContain('signs in as')
  })
})
