import { describe, expect, test } from 'vitest'
import {
  addressTokenOf,
  askForReset,
  confirmAddress,
  mailsTo,
  tokenIn,
} from '../../support/conformance/captured-mails'
import type { Admin, Client } from '../../support/conformance/client'
import { limitedApi, newIpv4 } from '../../support/conformance/limited-api'
import { joinTeam } from '../../support/conformance/members'
import { passkeyUsers } from '../../support/conformance/passkeys'
import { credentials, secondFactors } from '../../support/conformance/secured'
import type { Target } from '../../support/conformance/target'
import { wrongCodeFor } from '../../support/phone'

const day = 24 * 60 * 60 * 1000
const newPassword = 'another long password'
const stolenPassword = 'the thief’s password'

/** The owner's way back to an account that a thief uses. */
export default function describeWayBack(client: Client, { clock }: Target): void {
  const { addPasskey, passkeysOf } = passkeyUsers(client)
  const { secure, newProven, newSecured } = secondFactors(client, clock?.now)
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
      await secure(thief)
      expect((await reset(await linkTo(owner.email, changed))).status).toBe(200)
      const back = { ...owner, password: newPassword }
      const session = await client.succeed('login', credentials(back))
      const factor = await client.succeed('getTwoFactor', undefined, session.access)
      expect(factor.state).toBe('off')
      expect(await actionsOf({ ...back, ...session })).toContain('second-factor-removed')
      // What the thief was mailed is void.
      expect((await reset(await linkTo(thief.email, setUp))).status).toBe(422)
    })

    test('keeps its link when the thief goes back to the owner’s address', async () => {
      const owner = await client.newAdmin()
      const thief = await takeOver(owner)
      const proof = { current_password: stolenPassword }
      expect((await change(thief, owner.email, proof)).status).toBe(200)
      await secure(thief)
      expect((await change(thief, client.newAddress(), proof)).status).toBe(422)
      expect((await reset(await linkTo(owner.email, changed))).status).toBe(200)
    })

    test('keeps its account from being left while its link is open', async () => {
      const admin = await client.newAdmin()
      const member = await joinTeam(client, admin)
      const thief = await takeOver(member)
      const left = await client.refused('leave', { password: stolenPassword }, thief.access)
      expect(left.status).toBe(409)
      expect(left.text).toMatch(/can take the account back until \d+ \w+ \d{4}/)
      expect((await reset(await linkTo(member.email, changed))).status).toBe(200)
    })

    test('keeps an older second factor as it is while its link is open', async () => {
      const { user, codes } = await newSecured()
      expect((await change(user, client.newAddress())).status).toBe(200)
      for (const [index, name] of (['removeTwoFactor', 'renewRecoveryCodes'] as const).entries()) {
        const proof = { password: user.password, code: codes[index] ?? '' }
        expect((await client.refused(name, proof, user.access)).status).toBe(409)
      }
    })

    test('keeps an older passkey while its link is open', async () => {
      const owner = await client.newAdmin()
      await addPasskey(owner)
      const { access, password } = await takeOver(owner)
      const [{ passkey_id = '' } = {}] = await passkeysOf(access)
      const refused = await client.refused('removePasskey', { passkey_id, password }, access)
      expect(refused).toMatchObject({ status: 409, text: expect.stringContaining('passkeys stay') })
      expect(await passkeysOf(access)).toHaveLength(1)
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

    test('is neither confirmed nor released by the link of an earlier one', async () => {
      const member = await joinTeam(client, await client.newAdmin())
      const [left, present] = [client.newAddress(), client.newAddress()]
      for (const email of [left, present]) {
        await change(member, email, { current_password: member.password })
      }
      const body = { address_token: await addressTokenOf(client, left) }
      expect((await client.refused('confirmAddress', body, member.access)).status).toBe(422)
      expect((await client.refused('releaseAddress', body)).status).toBe(422)
      expect(await client.succeed('getProfile', undefined, member.access)).toMatchObject({
        email: present,
        is_email_confirmed: false,
      })
    })

    test('gets no link that puts it back', async () => {
      const admin = await client.newAdmin()
      const [typo, right] = [client.newAddress(), client.newAddress()]
      for (const email of [typo, right]) await change(admin, email)
      const mails = await mailsTo(client, typo)
      expect(mails.map(({ text }) => text).join()).not.toContain('/reset-password/')
    })

    test('that a stranger left is free for its owner', async () => {
      const stranger = await client.newAdmin()
      const parked = client.newAddress()
      await change(stranger, parked, { current_password: stranger.password })
      await client.succeed('signup', { ...client.newSignup(), email: stranger.email })
      // Nothing is left to return to: the mailbox of the other one gets the account.
      const body = { address_token: await addressTokenOf(client, parked) }
      expect((await client.refused('releaseAddress', body)).status).toBe(409)
      expect((await reset(await resetOf(parked))).status).toBe(200)
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

    test('lets every change of the address be undone while it can be undone itself', async () => {
      const member = await joinTeam(client, await client.newAdmin())
      const { codes } = await secure(member)
      const stolen = client.newAddress()
      const proof = { current_password: member.password, one_time_code: codes[0] }
      expect((await change(member, stolen, proof)).status).toBe(200)
      await confirmAddress(client, member.access, stolen)
      // In either order, and without the thief's code.
      expect((await reset(await linkTo(member.email, changed))).status).toBe(200)
      await client.succeed('login', { email: member.email, password: newPassword })
    })
  })

  if (!clock) return

  test('a thief’s second factor can’t be set up again and again until the links are void', async () => {
    const member = await joinTeam(client, await client.newAdmin())
    const first = await secure(member)
    const link = await linkTo(member.email, setUp)
    clock.advance(day)
    const { password, access } = { ...member, ...(await refreshed(member)) }
    const proof = { password, code: first.codes[0] ?? '' }
    await client.succeed('removeTwoFactor', proof, access)
    await secure({ ...member, access })
    expect((await reset(link)).status).toBe(200)
    expect((await reset(await linkTo(member.email, setUp))).status).toBe(422)
  })

  /** @returns somebody with a second factor from before: had a week to pass, everything would be due. */
  async function newOldFactor() {
    const user = await newProven()
    clock?.advance(-8 * day)
    const secured = await secure(user)
    clock?.advance(8 * day)
    return secured
  }

  async function refreshed({ refresh }: Admin) {
    return await client.succeed('refreshToken', { refresh })
  }

  describe('wrong codes', () => {
    /** @returns an account whose codes at sign-in are used up for the day, and calls with limits. */
    async function guessed() {
      const secured = await newOldFactor()
      const { call } = limitedApi(client)
      const { user, phone } = secured
      const home = newIpv4(client)
      const tryCode = async (code: string, from = newIpv4(client)) => {
        const body = { ...credentials(user), one_time_code: code }
        return (await call('login', body, { from })).status
      }
      // Also where the owner is, who then can't try for a quarter of an hour.
      for (let turn = 0; turn < 5; turn += 1) await tryCode(wrongCodeFor(phone), home)
      for (const wrong of [wrongCodeFor(phone), 'no recovery code']) {
        for (let turn = 0; turn < 21; turn += 1) await tryCode(wrong)
        expect(await tryCode(wrong)).toBe(429)
      }
      return { ...secured, call, tryCode: (code: string) => tryCode(code, home) }
    }

    test('at sign-in never block a reset link, which opens sign-in again', async () => {
      const { user, phone, call, tryCode } = await guessed()
      const mails = await mailsTo(client, user.email)
      const warning = mails.find(({ subject }) => subject.startsWith('Many wrong codes'))
      expect(warning?.text).toContain("'Forgot password' still works")
      const body = {
        reset_token: await resetOf(user.email),
        new_password: newPassword,
        one_time_code: phone.next(),
      }
      expect((await call('resetPassword', body)).status).toBe(200)
      clock.advance(30_000)
      user.password = newPassword
      expect(await tryCode(phone.next())).toBe(200)
    })

    test('with links have ten tries a link and twenty a day, reported by mail', async () => {
      const { user, phone } = await newOldFactor()
      const { call } = limitedApi(client)
      const tries = async (reset_token: string) => {
        const one_time_code = wrongCodeFor(phone)
        const body = { reset_token, new_password: newPassword, one_time_code }
        const statuses: number[] = []
        for (let turn = 0; turn < 11; turn += 1) {
          statuses.push((await call('resetPassword', body)).status)
        }
        return statuses
      }
      const tenTries = [...Array(10).fill(422), 429]
      expect(await tries(await resetOf(user.email))).toEqual(tenTries)
      expect(await tries(await resetOf(user.email))).toEqual(tenTries)
      expect(await tries(await resetOf(user.email))).toEqual(Array(11).fill(429))
      const warnings = (await mailsTo(client, user.email)).filter(({ subject }) =>
        subject.startsWith('Many wrong codes'),
      )
      expect(warnings.map(({ text }) => text)).toEqual([
        expect.stringContaining('somebody else reads your mail'),
      ])
      // Signing in works as always.
      const body = { ...credentials(user), one_time_code: phone.next() }
      expect((await call('login', body)).status).toBe(200)
    })
  })

  test('a second factor that is older than a week asks for its code, whichever link is used', async () => {
    const { user, phone } = await newOldFactor()
    const session = await client.succeed('login', {
      ...credentials(user),
      one_time_code: phone.next(),
    })
    expect((await change({ ...user, ...session }, client.newAddress())).status).toBe(200)
    const body = { reset_token: await linkTo(user.email, changed), new_password: newPassword }
    expect(await refusal('resetPassword', body)).toMatchObject({ code: 'second_factor_required' })
    clock.advance(30_000)
    await client.succeed('resetPassword', { ...body, one_time_code: phone.next() })
    const signIn = { email: user.email, password: newPassword }
    expect(await refusal('login', signIn)).toMatchObject({ code: 'second_factor_required' })
  })
}
