import { expect, test } from 'vitest'
import { day, minute, second } from '../../../server/lib/time'
import {
  addressTokenOf,
  askForReset,
  confirmAddress,
  mailsTo,
  subjectsTo,
  tokenIn,
} from '../../support/conformance/captured-mails'
import { type Admin, type Client, laterOn } from '../../support/conformance/client'
import { joinAsAdmin, joinTeam } from '../../support/conformance/members'
import { credentials, secondFactors } from '../../support/conformance/secured'
import type { Target } from '../../support/conformance/targets'

const newPassword = 'another long password'
const stolenPassword = 'the thief’s password'
const changed = 'The email address of your Orglens account was changed'
const setUp = 'Two-factor authentication was set up for your Orglens account'
const asking = 'Is this your address on Orglens?'

/** How an account comes back to its owner after somebody changed its address, or set up a second factor. */
export default function describeWayBack(client: Client, { clock }: Target): void {
  const { secure, newProven } = secondFactors(client, clock.now)
  const { statusOf } = client

  const change = ({ access }: Pick<Admin, 'access'>, email: string, current_password?: string) =>
    statusOf('updateProfile', { full_name: 'Ada', email, current_password }, access)
  const reset = (reset_token: string, new_password = newPassword) =>
    statusOf('resetPassword', { reset_token, new_password })
  const refusedReset = (reset_token: string) =>
    client.wholeRefusal('resetPassword', { reset_token, new_password: newPassword })
  const signUp = (email: string) => statusOf('signup', { ...client.newSignup(), email })
  const profileOf = ({ access }: Pick<Admin, 'access'>) =>
    client.succeed('getProfile', undefined, access)
  const confirm = ({ access }: Admin, email: string) => confirmAddress(client, access, email)
  const resetTo = (email: string) => askForReset(client, email)

  /** @returns the only mail of that subject. */
  async function mailTo(email: string, subject: string) {
    const [mail, ...more] = (await mailsTo(client, email)).filter((one) => one.subject === subject)
    expect(more).toEqual([])
    if (!mail) throw new Error(`There is no mail '${subject}' to ${email}.`)
    return mail
  }
  const linkTo = async (email: string, subject = changed) =>
    tokenIn(await mailTo(email, subject), 'reset-password')

  test('an address changed with the password takes effect at once, voids resets and frees the old one', async () => {
    const admin = await client.newAdmin()
    const { email, password } = admin
    const moved = client.newAddress()
    const before = await profileOf(admin)
    for (const current_password of ['', 'wrong password', 'x'.repeat(401)]) {
      const update = { full_name: 'Ada', email: moved, current_password }
      expect(await client.wholeRefusal('updateProfile', update, admin.access)).toMatchObject({
        status: 422,
        field_errors: { current_password: 'Entered password is incorrect.' },
      })
    }
    expect(await profileOf(admin)).toEqual(laterOn(before))
    expect(await mailsTo(client, email)).toEqual([])
    // What isn't about the address needs no password.
    expect(await change(admin, email, 'wrong password')).toBe(200)
    const earlier = await resetTo(email)
    expect(await change(admin, moved, password)).toBe(200)
    expect(await reset(earlier)).toBe(422)
    expect((await mailTo(email, changed)).text).not.toContain('/reset-password/')
    expect(await statusOf('login', { email, password })).toBe(404)
    await client.succeed('login', { email: moved, password })
    expect(await signUp(email)).toBe(200)
    const address_token = await addressTokenOf(client, moved)
    expect(await statusOf('releaseAddress', { address_token })).toBe(409)
    // The account can't go back any more, so a link to its new address sets a password, as after a sign-up.
    expect(await reset(await resetTo(moved))).toBe(200)
  })

  test('the link in the notice reverts the change completely, once, with all that a thief did since', async () => {
    const owner = await client.newAdmin()
    // As its owner writes it.
    const email = owner.email.toUpperCase()
    expect(await change(owner, email)).toBe(200)
    const stolen = client.newAddress()
    const earlier = await resetTo(email)
    expect(await change(owner, stolen)).toBe(200)
    expect(await reset(earlier)).toBe(422)
    const { text } = await mailTo(email, changed)
    expect(text).toContain('7 days')
    await confirm(owner, stolen)
    expect(await reset(await resetTo(stolen), stolenPassword)).toBe(200)
    const thief = { ...owner, email: stolen, password: stolenPassword }
    Object.assign(thief, await client.succeed('login', credentials(thief)))
    // At a server whose clock is behind.
    clock.advance(-second)
    const { codes } = await secure(thief)
    clock.advance(second)
    const proof = { password: stolenPassword, code: codes[0] }
    await client.succeed('renewRecoveryCodes', proof, thief.access)
    const thiefs = [await resetTo(stolen), await linkTo(stolen, setUp)]
    const link = await linkTo(email)
    expect(await reset(link)).toBe(200)
    expect(await statusOf('getProfile', undefined, thief.access)).toBe(401)
    for (const spent of [link, ...thiefs]) {
      expect(await refusedReset(spent)).toMatchObject({
        status: 422,
        error: 'This link was used or has expired. Please ask for a new one.',
      })
    }
    const session = await client.succeed('login', { email, password: newPassword })
    const factor = await client.succeed('getTwoFactor', undefined, session.access)
    expect(factor.state).toBe('off')
    expect(await client.actionsOf(session)).toContain('second-factor-removed')
    expect(await client.logOf(session, { action: 'address-put-back' })).toMatchObject([
      { actor: { email }, details: { from: stolen, to: email } },
    ])
    expect(await signUp(stolen)).toBe(200)
  })

  test('of two changes each has a link: the first takes effect still, and the second not before it is gone', async () => {
    const admin = await client.newAdmin()
    const addresses = Array.from({ length: 4 }, client.newAddress)
    const [between = '', , third = ''] = addresses
    for (const email of addresses) {
      expect(await change(admin, email)).toBe(200)
      await confirm(admin, email)
    }
    const second = await mailTo(between, changed)
    expect(second.text).toContain('Use the link in that email first')
    // Three addresses are held for an account at most.
    expect((await mailTo(third, changed)).text).not.toContain('/reset-password/')
    expect(await refusedReset(await linkTo(between))).toMatchObject({
      status: 409,
      error: expect.stringContaining('An earlier email told of another change'),
    })
    expect(await signUp(between)).toBe(409)
    expect(await reset(await linkTo(admin.email))).toBe(200)
    await client.succeed('login', { email: admin.email, password: newPassword })
    for (const email of addresses) expect(await signUp(email)).toBe(200)
    // Nor does the second ever do, where the owner goes back by themselves.
    const [back, thiefs] = [await client.newAdmin(), client.newAddress()]
    for (const email of [thiefs, client.newAddress()]) {
      await change(back, email)
      await confirm(back, email)
    }
    await change(back, back.email)
    expect(await reset(await linkTo(thiefs))).toBe(422)
  })

  test('while a link reverts a change, neither the account nor its organisation ends', async () => {
    const [admin, founder] = [await client.newAdmin(), await client.newAdmin()]
    await joinAsAdmin(client, admin)
    await change(admin, client.newAddress())
    const [unproven, last] = [client.newAddress(), client.newAddress()]
    for (const email of [unproven, last]) await change(founder, email)
    // Whoever has that mailbox may be nobody.
    expect((await mailTo(unproven, changed)).text).not.toContain('http')
    const { password, organization: name } = founder
    const { codes } = await secure(founder)
    const deletion = 'You can’t delete the organisation'
    for (const [who, call, body, refused] of [
      [admin, 'leave', { password }, 'You can’t leave'],
      [founder, 'deleteOrganisation', { name, password, one_time_code: codes[0] }, deletion],
      [founder, 'deleteOrganisation', { name, password, at_once: true }, deletion],
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
    expect((await profileOf(founder)).email).toBe(founder.email)
  })

  test('nobody else can take the old address, but its owner goes back to it', async () => {
    const [admin, other] = [await client.newAdmin(), await client.newAdmin()]
    const moved = client.newAddress()
    await change(admin, moved)
    const signup = { ...client.newSignup(), email: admin.email }
    expect(await statusOf('signup', signup)).toBe(409)
    expect(await change(other, admin.email)).toBe(409)
    await client.succeed('inviteTeamMembers', { emails: [admin.email] }, other.access)
    const joining = { ...signup, organization: other.organization }
    expect(await statusOf('signup', joining)).toBe(409)
    // A thief of the session who goes back doesn't end the owner's link.
    const link = await linkTo(admin.email)
    expect(await change(admin, admin.email)).toBe(200)
    expect(await subjectsTo(client, admin.email)).not.toContain(asking)
    expect((await mailTo(moved, changed)).text).not.toContain('/reset-password/')
    expect(await signUp(moved)).toBe(200)
    expect(await reset(link)).toBe(200)
  })

  test('a former address stays reserved, and its link valid, for seven days', async () => {
    const [soon, late] = [await client.newAdmin(), await client.newAdmin()]
    const [confirmed, its] = [await client.newAdmin(), client.newAddress()]
    await change(confirmed, its)
    await confirm(confirmed, its)
    const moved = client.newAddress()
    await change(soon, client.newAddress())
    await change(late, moved)
    const address_token = await addressTokenOf(client, moved)
    const lateLink = await linkTo(late.email)
    clock.advance(7 * day - minute)
    expect(await reset(await linkTo(soon.email))).toBe(200)
    expect(await signUp(late.email)).toBe(409)
    clock.advance(2 * minute)
    expect(await reset(lateLink)).toBe(422)
    // The new one can't be rejected any more, either.
    expect(await client.refused('releaseAddress', { address_token })).toEqual({
      status: 422,
      text: 'This link has expired, or the account now has another address.',
    })
    for (const { email } of [late, confirmed]) expect(await signUp(email)).toBe(200)
    const { password, organization: name } = late
    const { access } = await client.succeed('login', { email: moved, password })
    expect(await statusOf('deleteOrganisation', { name, password }, access)).toBe(200)
  })

  test('the unproven address of a sign-up gives the account to whoever has the mailbox, without a stranger’s code', async () => {
    // What happens in one instant has an order, too.
    clock.stop()
    const stranger = await client.newAdmin()
    await secure(stranger)
    expect(await reset(await resetTo(stranger.email))).toBe(200)
    expect(await statusOf('getProfile', undefined, stranger.access)).toBe(401)
    // From now on it is proven. The newest mail is the first.
    clock.advance(second)
    const owner = { ...stranger, password: newPassword }
    await secure({ ...owner, ...(await client.succeed('login', credentials(owner))) })
    const again = await refusedReset(await resetTo(owner.email))
    expect(again.code).toBe('second_factor_required')
  })

  test('an unproven address is confirmed by its link, where somebody is signed in to that account', async () => {
    const [admin, other] = [await client.newAdmin(), await client.newAdmin()]
    const [earlier, email] = [client.newAddress(), client.newAddress()]
    for (const address of [earlier, email]) await change(admin, address, admin.password)
    expect((await profileOf(admin)).is_email_confirmed).toBe(false)
    const address_token = await addressTokenOf(client, email)
    const forged = `${address_token.slice(0, -1)}_`
    const stale = await addressTokenOf(client, earlier)
    const confirmAs = ({ access }: Admin, address_token: string) =>
      statusOf('confirmAddress', { address_token }, access)
    expect(await confirmAs(other, address_token)).toBe(422)
    for (const wrong of [forged, stale]) expect(await confirmAs(admin, wrong)).toBe(422)
    expect(await statusOf('releaseAddress', { address_token: stale })).toBe(422)
    expect(await confirmAs(admin, address_token)).toBe(204)
    expect((await profileOf(admin)).is_email_confirmed).toBeUndefined()
    expect(await statusOf('releaseAddress', { address_token })).toBe(422)
    expect(await statusOf('mailAddressLink', undefined, admin.access)).toBe(409)
    expect(await reset(await resetTo(email))).toBe(200)
  })

  test('the unproven address of a change opens the account to nobody; its mailbox can release it', async () => {
    const admin = await client.newAdmin()
    const member = await joinTeam(client, admin)
    const email = client.newAddress()
    await change(member, email, member.password)
    await client.succeed('forgotPassword', { email })
    expect(await subjectsTo(client, email)).toEqual([asking, asking])
    const [question] = await mailsTo(client, email)
    expect(question?.text).toContain('was changed to this email address.')
    expect(question?.text).toContain('Until then, no new password can be set by email.')
    await secure(member)
    expect((await mailTo(email, setUp)).text).not.toContain('http')
    // Nobody else gets the one before meanwhile, whatever else is changed.
    await client.succeed('updateProfile', { full_name: 'Grace', email }, member.access)
    expect(await signUp(member.email)).toBe(409)
    const body = { address_token: await addressTokenOf(client, email) }
    await client.succeed('releaseAddress', body)
    expect((await profileOf(member)).email).toBe(member.email)
    const [told] = await subjectsTo(client, member.email)
    expect(told).toBe('Your Orglens account has its former email address again')
    expect(await client.logOf(admin, { action: 'address-put-back' })).toMatchObject([
      { actor: { email: member.email }, details: { from: email, to: member.email } },
    ])
    expect(await statusOf('releaseAddress', body)).toBe(422)
    expect(await signUp(email)).toBe(200)
  })

  test('a thief’s second factor is undone for a week by the link in its mail, though they moved the account', async () => {
    const admin = await client.newAdmin()
    const [member, late] = [await joinTeam(client, admin), await joinTeam(client, admin)]
    for (const one of [member, late]) await secure(one)
    const link = await linkTo(member.email, setUp)
    // The thief can't void it by a password.
    const proof = { current_password: member.password, new_password: stolenPassword }
    expect(await statusOf('changePassword', proof, member.access)).toBe(422)
    const email = client.newAddress()
    expect(await change(member, email)).toBe(200)
    await confirm(member, email)
    const thiefs = await resetTo(email)
    expect(await reset(link)).toBe(200)
    expect(await statusOf('getProfile', undefined, member.access)).toBe(401)
    const { access } = await client.succeed('login', { email, password: newPassword })
    expect((await client.succeed('getTwoFactor', undefined, access)).state).toBe('off')
    for (const spent of [link, thiefs]) expect(await reset(spent)).toBe(422)
    clock.advance(7 * day + second)
    expect(await reset(await linkTo(late.email, setUp))).toBe(422)
  })

  test('a second factor that is older than a week asks for its code, whichever link is used', async () => {
    const user = await newProven()
    // Had a week to pass, everything would be due.
    clock.advance(-8 * day)
    const { phone, codes } = await secure(user)
    clock.advance(8 * day)
    const signIn = { ...credentials(user), one_time_code: phone.next() }
    const { access } = await client.succeed('login', signIn)
    expect(await change({ access }, client.newAddress())).toBe(200)
    // Nor does a thief with a code get rid of it.
    for (const [nth, name] of (['renewRecoveryCodes', 'removeTwoFactor'] as const).entries()) {
      const proof = { password: user.password, code: codes[nth] }
      const kept = await client.refused(name, proof, access)
      expect(kept.status).toBe(409)
      expect(kept.text).toContain('Two-factor authentication stays as it is before then.')
    }
    const reset_token = await linkTo(user.email)
    expect((await refusedReset(reset_token)).code).toBe('second_factor_required')
    clock.advance(30 * second)
    const body = { reset_token, new_password: newPassword, one_time_code: phone.next() }
    await client.succeed('resetPassword', body)
    const { code } = await client.wholeRefusal('login', { ...signIn, password: newPassword })
    expect(code).toBe('wrong_code')
  })
}
