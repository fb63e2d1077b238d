import { expect, test } from 'vitest'
import {
  addressTokenOf,
  askForReset,
  confirmAddress,
  mailsTo,
  tokenIn,
} from '../../support/conformance/captured-mails'
import { type Admin, type Client, laterOn } from '../../support/conformance/client'
import { joinAsAdmin } from '../../support/conformance/members'
import { secondFactors } from '../../support/conformance/secured'
import type { Target } from '../../support/conformance/target'

const day = 24 * 60 * 60 * 1000
const newPassword = 'another long password'
const usedOrExpired = {
  status: 422,
  text: 'This link was used or has expired. Please ask for a new one.',
}
const cantDelete = 'You can’t delete the organisation'
const olderFirst = {
  status: 409,
  text: expect.stringContaining('An earlier email told of another change'),
}

export default function describeChangedAddress(client: Client, { clock }: Target): void {
  const change = ({ access }: Admin, email: string, current_password?: string) =>
    client.request(
      'updateProfile',
      { full_name: 'Ada', email, ...(current_password !== undefined && { current_password }) },
      access,
    )
  const reset = (reset_token: string, new_password = newPassword) =>
    client.request('resetPassword', { reset_token, new_password })
  const subject = 'The email address of your Orglens account was changed'
  const noticeTo = async (email: string) => {
    const notices = (await mailsTo(client, email)).filter((mail) => mail.subject === subject)
    expect(notices.map((mail) => mail.subject)).toEqual([subject])
    return notices[0] as (typeof notices)[number]
  }
  const linkTo = async (email: string) => tokenIn(await noticeTo(email), 'reset-password')
  const resetTo = (email: string) => askForReset(client, email)
  const confirm = ({ access }: Admin, email: string) => confirmAddress(client, access, email)

  test('an address changed with the password takes effect at once, voids resets and frees the old one; the notice has no link', async () => {
    const admin = await client.newAdmin()
    const { email, password } = admin
    const moved = client.newAddress()
    const earlier = await resetTo(email)
    expect((await change(admin, moved, password)).status).toBe(200)
    expect((await reset(earlier)).status).toBe(422)
    expect((await noticeTo(email)).text).not.toContain('/reset-password/')
    expect((await client.refused('login', { email, password })).status).toBe(404)
    await client.succeed('login', { email: moved, password })
    await client.succeed('signup', { ...client.newSignup(), email })
    // The account can't go back any more, so a link to its new address sets a password, as after a sign-up.
    expect((await reset(await resetTo(moved))).status).toBe(200)
  })

  test('changing the address with a wrong password is refused', async () => {
    const admin = await client.newAdmin()
    const before = await client.succeed('getProfile', undefined, admin.access)
    for (const current_password of ['', 'wrong password', 'x'.repeat(401)]) {
      const update = { full_name: 'Ada', email: client.newAddress(), current_password }
      expect(await client.wholeRefusal('updateProfile', update, admin.access)).toMatchObject({
        status: 422,
        field_errors: { current_password: 'Entered password is incorrect.' },
      })
    }
    const after = await client.succeed('getProfile', undefined, admin.access)
    expect(after).toEqual(laterOn(before))
    expect(await mailsTo(client, admin.email)).toEqual([])
    // What isn't about the address needs no password.
    expect((await change(admin, admin.email, 'wrong password')).status).toBe(200)
  })

  test('the link in the notice reverts the change completely, once', async () => {
    const admin = await client.newAdmin()
    const stolen = client.newAddress()
    const earlier = await resetTo(admin.email)
    expect((await change(admin, stolen)).status).toBe(200)
    expect((await reset(earlier)).status).toBe(422)
    const notice = await noticeTo(admin.email)
    expect(notice.text).toContain('7 days')
    await confirm(admin, stolen)
    // The address stays its owner's while the link works.
    const taking = { ...client.newSignup(), email: admin.email }
    expect((await client.refused('signup', taking)).status).toBe(409)
    const thiefs = await resetTo(stolen)
    const token = tokenIn(notice, 'reset-password')
    expect((await reset(token)).status).toBe(200)
    expect((await client.refused('getProfile', undefined, admin.access)).status).toBe(401)
    for (const spent of [token, thiefs]) {
      const again = { reset_token: spent, new_password: 'a third password' }
      expect(await client.refused('resetPassword', again)).toEqual(usedOrExpired)
    }
    const password = newPassword
    const { access } = await client.succeed('login', { email: admin.email, password })
    expect((await client.succeed('getProfile', undefined, access)).email).toBe(admin.email)
    const [told] = await client.logOf({ access })
    const details = { from: stolen, to: admin.email }
    expect(told).toMatchObject({
      action: 'address-put-back',
      actor: { email: admin.email },
      details,
    })
    // The other one is free.
    await client.succeed('signup', { ...client.newSignup(), email: stolen })
  })

  test('only the oldest link reverts the address, after any number of changes', async () => {
    const admin = await client.newAdmin()
    const [second, third] = [client.newAddress(), client.newAddress()]
    await change(admin, second)
    await confirm(admin, second)
    await change(admin, third)
    const [oldest, later] = [await linkTo(admin.email), await linkTo(second)]
    expect((await noticeTo(second)).text).toContain('We emailed you earlier')
    const early = { reset_token: later, new_password: newPassword }
    expect(await client.refused('resetPassword', early)).toMatchObject(olderFirst)
    expect((await client.succeed('getProfile', undefined, admin.access)).email).toBe(third)
    expect((await reset(oldest)).status).toBe(200)
    await client.succeed('login', { email: admin.email, password: newPassword })
    expect(await client.refused('resetPassword', early)).toEqual(usedOrExpired)
    // Nothing is held any more.
    for (const email of [second, third]) {
      await client.succeed('signup', { ...client.newSignup(), email })
    }
  })

  test('at most three links revert it, which ends neither the account nor its organisation meanwhile', async () => {
    const [admin, founder] = [await client.newAdmin(), await client.newAdmin()]
    await joinAsAdmin(client, admin)
    const emails = [admin.email, ...Array.from({ length: 4 }, client.newAddress)]
    for (const [nth, email] of emails.entries()) {
      if (nth === 0) continue
      expect((await change(admin, email)).status).toBe(200)
      await confirm(admin, email)
      const { text } = await noticeTo(emails[nth - 1] ?? '')
      expect(text.includes('/reset-password/'), email).toBe(nth <= 3)
    }
    const unproven = client.newAddress()
    const last = client.newAddress()
    for (const email of [unproven, last]) await change(founder, email)
    // Whoever has that mailbox may be nobody.
    expect((await noticeTo(unproven)).text).not.toContain('http')
    const { password, organization: name } = founder
    const { codes } = await secondFactors(client, clock?.now).secure(founder)
    const one_time_code = codes[0]
    for (const [who, call, body, refused] of [
      [admin, 'leave', { password }, 'You can’t leave'],
      [founder, 'deleteOrganisation', { name, password, one_time_code }, cantDelete],
      [founder, 'deleteOrganisation', { name, password, at_once: true }, cantDelete],
      [founder, 'changeSecondFactorRule', { required: 'everybody' }, 'You can’t change this rule'],
    ] as const) {
      const { status, text } = await client.refused(call, body, who.access)
      expect([status, text.replaceAll("'", '’')], call).toEqual([
        409,
        expect.stringMatching(new RegExp(`previous address can take .+\\. ${refused} before then`)),
      ])
    }
    // An address that nobody confirmed leads back to the one before all of them.
    await client.succeed('releaseAddress', { address_token: await addressTokenOf(client, last) })
    const { email } = await client.succeed('getProfile', undefined, founder.access)
    expect(email).toBe(founder.email)
  })

  test('nobody else can take the old address', async () => {
    const [admin, other] = [await client.newAdmin(), await client.newAdmin()]
    const moved = client.newAddress()
    await change(admin, moved)
    const signup = { ...client.newSignup(), email: admin.email }
    expect((await client.refused('signup', signup)).status).toBe(409)
    expect((await change(other, admin.email)).status).toBe(409)
    await client.succeed('inviteTeamMembers', { emails: [admin.email] }, other.access)
    const joining = { ...signup, organization: other.organization }
    expect((await client.refused('signup', joining)).status).toBe(409)
    // But to its owner, who goes back to it. A thief of the session who does so doesn't end the owner's link.
    const link = await linkTo(admin.email)
    expect((await change(admin, admin.email)).status).toBe(200)
    const subjects = (await mailsTo(client, admin.email)).map((mail) => mail.subject)
    expect(subjects).not.toContain('Is this your address on Orglens?')
    expect((await noticeTo(moved)).text).not.toContain('/reset-password/')
    await client.succeed('signup', { ...signup, email: moved })
    expect((await reset(link)).status).toBe(200)
  })

  if (!clock) return

  test('a former address stays reserved, and its link valid, for seven days', async () => {
    const admins = [await client.newAdmin(), await client.newAdmin()] as const
    const moved = client.newAddress()
    for (const admin of admins)
      await change(admin, admin === admins[0] ? client.newAddress() : moved)
    const address_token = await addressTokenOf(client, moved)
    const [soon, late] = await Promise.all(admins.map(({ email }) => linkTo(email)))
    clock.advance(7 * day - 60_000)
    expect((await reset(soon ?? '')).status).toBe(200)
    const signup = { ...client.newSignup(), email: admins[1].email }
    expect((await client.refused('signup', signup)).status).toBe(409)
    clock.advance(120_000)
    expect((await reset(late ?? '')).status).toBe(422)
    // The new one can't be rejected any more, either.
    expect(await client.refused('releaseAddress', { address_token })).toEqual({
      status: 422,
      text: 'This link has expired, or the account now has another address.',
    })
    await client.succeed('signup', signup)
  })
}
