import { describe, expect, test } from 'vitest'
import {
  addressTokenOf,
  askForReset,
  confirmAddress,
  mailsTo,
  tokenIn,
} from '../../support/conformance/captured-mails'
import type { Admin, Client } from '../../support/conformance/client'
import { joinTeam } from '../../support/conformance/members'
import { credentials, secondFactors } from '../../support/conformance/secured'
import type { Target } from '../../support/conformance/target'

const day = 24 * 60 * 60 * 1000
const newPassword = 'another long password'
const stolenPassword = 'the thief’s password'

export default function describeWayBack(client: Client, { clock }: Target): void {
  const { secure, newProven } = secondFactors(client, clock?.now)
  const { actionsOf, wholeRefusal: refusal } = client

  const change = ({ access }: Admin, email: string, proof = {}) =>
    client.request('updateProfile', { full_name: 'Ada', email, ...proof }, access)
  const reset = (reset_token: string, new_password = newPassword) =>
    client.request('resetPassword', { reset_token, new_password })
  const linkTo = async (email: string, subject: RegExp) => {
    const mails = await mailsTo(client, email)
    return tokenIn(
      mails.find((mail) => subject.test(mail.subject)),
      'reset-password',
    )
  }
  const changed = /address of your Orglens account was changed/
  const setUp = /Two-factor authentication was set up/
  const resetOf = (email: string) => askForReset(client, email)

  /** Moves an account to a thief's address, and gives it a password of theirs. @returns the thief, signed in. */
  async function takeOver(owner: Admin): Promise<Admin> {
    const email = client.newAddress()
    expect((await change(owner, email)).status).toBe(200)
    await confirmAddress(client, owner.access, email)
    expect((await reset(await resetOf(email), stolenPassword)).status).toBe(200)
    const thief = { ...owner, email, password: stolenPassword }
    return { ...thief, ...(await client.succeed('login', credentials(thief))) }
  }

  describe('a changed address', () => {
    test('is put back without the code of a second factor that was set up after the change', async () => {
      const owner = await client.newAdmin()
      const thief = await takeOver(owner)
      const { codes } = await secure(thief)
      const proof = { password: stolenPassword, code: codes[0] }
      await client.succeed('renewRecoveryCodes', proof, thief.access)
      expect((await reset(await linkTo(owner.email, changed))).status).toBe(200)
      const back = { ...owner, password: newPassword }
      const session = await client.succeed('login', credentials(back))
      const factor = await client.succeed('getTwoFactor', undefined, session.access)
      expect(factor.state).toBe('off')
      expect(await actionsOf({ ...back, ...session })).toContain('second-factor-removed')
      // What the thief was mailed is void.
      expect((await reset(await linkTo(thief.email, setUp))).status).toBe(422)
    })
  })

  describe('an unproven address', () => {
    test('of a sign-up gives the account to whoever has the mailbox, without a stranger’s code', async () => {
      const stranger = await client.newAdmin()
      await secure(stranger)
      expect((await reset(await resetOf(stranger.email))).status).toBe(200)
      const owner = { ...stranger, password: newPassword }
      await client.succeed('login', credentials(owner))
      expect((await client.refused('getProfile', undefined, stranger.access)).status).toBe(401)
      // From now on it is proven.
      const session = await client.succeed('login', credentials(owner))
      await secure({ ...owner, ...session })
      const again = { reset_token: await resetOf(owner.email), new_password: stolenPassword }
      expect(await refusal('resetPassword', again)).toMatchObject({
        code: 'second_factor_required',
      })
    })

    test('is confirmed by its link, where somebody is signed in to that account', async () => {
      const [admin, other] = [await client.newAdmin(), await client.newAdmin()]
      const email = client.newAddress()
      await change(admin, email, { current_password: admin.password })
      const profile = () => client.succeed('getProfile', undefined, admin.access)
      expect((await profile()).is_email_confirmed).toBe(false)
      const address_token = await addressTokenOf(client, email)
      const body = { address_token }
      expect((await client.refused('confirmAddress', body, other.access)).status).toBe(422)
      const forged = { address_token: `${address_token.slice(0, -1)}_` }
      expect((await client.refused('confirmAddress', forged, admin.access)).status).toBe(422)
      await client.succeed('confirmAddress', body, admin.access)
      expect((await profile()).is_email_confirmed).toBeUndefined()
      expect((await client.refused('releaseAddress', body)).status).toBe(422)
      expect((await client.refused('mailAddressLink', undefined, admin.access)).status).toBe(409)
      expect((await reset(await resetOf(email))).status).toBe(200)
    })

    test('of a change opens the account to nobody; its mailbox can release it', async () => {
      const member = await joinTeam(client, await client.newAdmin())
      const email = client.newAddress()
      await change(member, email, { current_password: member.password })
      await client.succeed('forgotPassword', { email })
      const subjects = (await mailsTo(client, email)).map(({ subject }) => subject)
      expect(subjects).toEqual(Array(2).fill('Is this your address on Orglens?'))
      const [asking] = await mailsTo(client, email)
      expect(asking?.text).toContain('was changed to this email address.')
      expect(asking?.text).toContain('Until then, no new password can be set by email.')
      await secure(member)
      const [notice] = await mailsTo(client, email)
      expect(notice?.subject).toMatch(setUp)
      expect(notice?.text).not.toContain('http')
      // Nobody else gets the one before meanwhile.
      const signup = { ...client.newSignup(), email: member.email }
      expect((await client.refused('signup', signup)).status).toBe(409)
      const body = { address_token: await addressTokenOf(client, email) }
      await client.succeed('releaseAddress', body)
      const profile = await client.succeed('getProfile', undefined, member.access)
      expect(profile).toMatchObject({ email: member.email })
      const [told] = await mailsTo(client, member.email)
      expect(told?.subject).toBe('Your Orglens account has its former email address again')
      expect((await client.refused('releaseAddress', body)).status).toBe(422)
      await client.succeed('signup', { ...client.newSignup(), email })
    })
  })

  describe('a second factor that a thief sets up', () => {
    test('is undone by the link in its mail, with the password and every session', async () => {
      const member = await joinTeam(client, await client.newAdmin())
      await secure(member)
      const link = await linkTo(member.email, setUp)
      // The thief can't void it by a password.
      const proof = { current_password: member.password, new_password: stolenPassword }
      expect((await client.refused('changePassword', proof, member.access)).status).toBe(422)
      expect((await reset(link)).status).toBe(200)
      expect((await client.refused('getProfile', undefined, member.access)).status).toBe(401)
      const owner = { ...member, password: newPassword }
      const { access } = await client.succeed('login', credentials(owner))
      expect((await client.succeed('getTwoFactor', undefined, access)).state).toBe('off')
      expect((await reset(link)).status).toBe(422)
    })
  })

  test('a second factor of a thief is undone though they moved the account, which keeps that address', async () => {
    const member = await joinTeam(client, await client.newAdmin())
    await secure(member)
    const link = await linkTo(member.email, setUp)
    const email = client.newAddress()
    expect((await change(member, email)).status).toBe(200)
    expect((await reset(link)).status).toBe(200)
    const { access } = await client.succeed('login', { email, password: newPassword })
    expect((await client.succeed('getTwoFactor', undefined, access)).state).toBe('off')
  })

  if (!clock) return

  test('the link that undoes a second factor works for a week', async () => {
    const member = await joinTeam(client, await client.newAdmin())
    await secure(member)
    const link = await linkTo(member.email, setUp)
    clock.advance(7 * day + 1)
    expect((await reset(link)).status).toBe(422)
  })

  /** @returns somebody with a second factor from before: had a week to pass, everything would be due. */
  async function newOldFactor() {
    const user = await newProven()
    clock?.advance(-8 * day)
    const secured = await secure(user)
    clock?.advance(8 * day)
    return secured
  }

  test('a second factor that is older than a week asks for its code, whichever link is used', async () => {
    const { user, phone, codes } = await newOldFactor()
    const session = await client.succeed('login', {
      ...credentials(user),
      one_time_code: phone.next(),
    })
    expect((await change({ ...user, ...session }, client.newAddress())).status).toBe(200)
    // Nor does a thief with a code get rid of it.
    for (const [nth, name] of (['renewRecoveryCodes', 'removeTwoFactor'] as const).entries()) {
      const proof = { password: user.password, code: codes[nth] }
      const kept = await client.refused(name, proof, session.access)
      expect(kept.status).toBe(409)
      expect(kept.text).toContain('Two-factor authentication stays as it is before then.')
    }
    const body = { reset_token: await linkTo(user.email, changed), new_password: newPassword }
    expect(await refusal('resetPassword', body)).toMatchObject({ code: 'second_factor_required' })
    clock.advance(30_000)
    await client.succeed('resetPassword', { ...body, one_time_code: phone.next() })
    const signIn = { email: user.email, password: newPassword }
    expect(await refusal('login', signIn)).toMatchObject({ code: 'second_factor_required' })
  })
}
