import { expect, test } from 'vitest'
import { day, minute } from '../../../server/lib/time'
import { askForReset, mailsTo, tokenIn } from '../../support/conformance/captured-mails'
import type { Admin, Client } from '../../support/conformance/client'
import { joinTeam } from '../../support/conformance/members'
import { passkeyUsers } from '../../support/conformance/passkeys'
import { credentials, secondFactors } from '../../support/conformance/secured'
import type { Target } from '../../support/conformance/targets'
import { phoneOf } from '../../support/phone'

const newPassword = 'another long password'
const unknown = { code: 'unknown_passkey' }
const asksForFactor = { code: 'second_factor_required', accepts: ['code', 'passkey'] }
/** What a device or browser may say that isn't for this site. */
const faults = [
  { origin: 'https://evil.example' },
  { challenge: 'bm90IG91cnM' },
  { rpId: 'evil.example' },
  { isVerified: false },
]

export default function describePasskeys(client: Client, { clock }: Target): void {
  const { addAnother, addPasskey, assertionOf, newDevice, passkeysOf, proofOf, refusalOf, signIn } =
    passkeyUsers(client)
  const { newProven, newSecured, secure } = secondFactors(client, clock.now)
  const { statusOf, wholeRefusal } = client
  const mailsAbout = async ({ email }: Admin, subject: string) =>
    (await mailsTo(client, email)).filter((mail) => mail.subject.includes(subject))
  const begin = ({ password, access }: Admin) =>
    client.succeed('beginPasskey', { password }, access)

  test('is added with the password, signs in without it in a session that says so, and is reported', async () => {
    const user = await client.newAdmin()
    const { access } = user
    expect(await statusOf('beginPasskey', { password: 'wrong' }, access)).toBe(422)
    const domain = new URL(client.api.origin).hostname
    const { email } = user
    // A browser can find it without a name, and shows whose it is.
    expect((await begin(user)).options).toMatchObject({
      rp: { id: domain, name: 'Orglens' },
      user: { name: email, displayName: 'Ada Lovelace' },
      pubKeyCredParams: [{ alg: -7 }, { alg: -257 }],
      authenticatorSelection: {
        ...{ residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
      },
      ...{ attestation: 'none', timeout: 5 * minute },
    })
    const device = await addPasskey(user, newDevice({ isSynced: true }), {}, '  My\nkey ')
    const { credentialId: credential_id } = device
    const proving = await client.succeed('beginPasskeyProof', undefined, access)
    const allowed = { id: credential_id, type: 'public-key', transports: ['internal', 'hybrid'] }
    const asked = { timeout: 5 * minute, userVerification: 'required' }
    expect(proving.options).toMatchObject({ ...asked, allowCredentials: [allowed] })
    expect(await client.succeed('getPasskeys', undefined, access)).toMatchObject({
      passkeys: [{ credential_id, name: 'My key', last_used_at: null, is_synced: true, domain }],
      domain,
    })
    expect(await mailsAbout(user, 'A passkey was added')).toHaveLength(1)
    expect((await client.actionsOf(user))[0]).toBe('passkey-added')

    const proof = await assertionOf(device)
    const agent = { 'user-agent': 'Firefox/149.0' }
    const answer = await client.request('signInWithPasskey', proof, undefined, agent)
    expect(await answer.json()).toMatchObject({ is_organization_admin: true })
    const { sessions } = await client.succeed('getSessions', undefined, access)
    expect(sessions.map(({ is_by_passkey }) => is_by_passkey)).toEqual([undefined, true])
    expect((await passkeysOf(access))[0]?.last_used_at).not.toBeNull()
    expect(await mailsAbout(user, 'New sign-in')).toHaveLength(1)
    expect((await client.actionsOf(user))[0]).toBe('signed-in')
  })

  test('is refused with the same text for every fault, except that no account has it', async () => {
    const [user, other] = [await client.newAdmin(), await client.newAdmin()]
    const [device, others] = [await addPasskey(user), await addPasskey(other)]
    const right = await assertionOf(device)
    const text = 'This passkey can’t sign you in. Use your password.'
    const { ceremony, credential } = right
    const unsigned = { ...credential, response: { ...credential.response, signature: '' } }
    const wrong = [
      { ceremony, credential: unsigned },
      ...['', 'nonsense', `${ceremony}x`].map((begun) => ({ ...right, ceremony: begun })),
    ]
    for (const said of [
      { type: 'webauthn.create' },
      ...faults,
      { isSynced: true },
      { userHandle: 'bm9ib2R5' },
      { id: others.credentialId },
    ]) {
      wrong.push(await assertionOf(device, said))
    }
    for (const proof of wrong) {
      expect(await refusalOf(proof), JSON.stringify(proof)).toEqual({ error: text, message: text })
    }
    const stranger = await assertionOf(newDevice())
    expect(await refusalOf(stranger)).toEqual({ error: text, message: text, ...unknown })
    await client.succeed('signInWithPasskey', right)
  })

  test('proves once, within five minutes, and only for the purpose that it was asked for', async () => {
    const user = await client.newAdmin()
    const device = await addPasskey(user)
    const proof = await assertionOf(device)
    const { access } = await client.succeed('signInWithPasskey', proof)
    await refusalOf(proof)
    // Of a synced one no counter tells.
    const twice = await assertionOf(await addAnother(user, device, newDevice({ isSynced: true })))
    await client.succeed('signInWithPasskey', twice)
    await refusalOf(twice)
    await refusalOf(await proofOf(device, access))
    const late = await assertionOf(device)
    clock.advance(5 * minute)
    await refusalOf(late)

    const { password } = user
    const beginAgain = async () => {
      const passkey_proof = await proofOf(device, access)
      return await client.succeed('beginPasskey', { password, passkey_proof }, access)
    }
    const { ceremony, options } = await beginAgain()
    expect(options.excludeCredentials.map(({ id }) => id)).toContain(device.credentialId)
    const added = () => ({ ceremony, name: 'Another', credential: newDevice().create(options) })
    // Begun in another session.
    expect(await client.refused('addPasskey', added(), user.access)).toEqual({
      status: 409,
      text: 'That took too long. Please begin again.',
    })
    const again = { ...added(), credential: device.create(options) }
    expect(await client.refused('addPasskey', again, access)).toEqual({
      status: 409,
      text: 'This device already has a passkey.',
    })
    await client.succeed('addPasskey', added(), access)
    expect(await statusOf('addPasskey', added(), access)).toBe(409)
  })

  test('isn’t added from an answer that no device made for this site', async () => {
    const user = await client.newAdmin()
    for (const said of [{ type: 'webauthn.get' }, ...faults, { id: 'bm90IGl0cyBpZA' }]) {
      const { ceremony, options } = await begin(user)
      const body = { ceremony, credential: newDevice().create(options, said), name: 'x' }
      expect(await statusOf('addPasskey', body, user.access), JSON.stringify(said)).toBe(422)
    }
    expect(await passkeysOf(user.access)).toEqual([])
  })

  test('whose counter doesn’t grow is refused and reported; some have no counter', async () => {
    const user = await client.newAdmin()
    const device = await addPasskey(user)
    for (const _twice of [1, 2]) await signIn(device)
    // Never, once before, or as often, says that there is a copy.
    for (const before of [-1, 0, 1]) {
      device.counter = before
      await refusalOf(await assertionOf(device))
    }
    device.counter = 0
    const copied = { password: user.password, passkey_proof: await proofOf(device, user.access) }
    expect(await statusOf('beginPasskey', copied, user.access)).toBe(422)
    expect(await mailsAbout(user, 'was refused')).toHaveLength(4)
    expect((await client.actionsOf(user))[0]).toBe('passkey-refused')
    device.counter = 9
    const uncounted = await addAnother(user, device)
    for (const _twice of [1, 2]) {
      uncounted.counter = -1
      await signIn(uncounted)
    }
  })

  test('is renamed and removed by its user alone, and is unknown afterwards', async () => {
    const [user, other] = [await client.newAdmin(), await client.newAdmin()]
    const { access, password } = user
    const device = await addPasskey(user)
    const [{ passkey_id = '' } = {}] = await passkeysOf(access)
    const rename = { passkey_id, name: 'Theirs' }
    expect(await statusOf('renamePasskey', rename, other.access)).toBe(404)
    const removal = { passkey_id, password: other.password }
    expect(await statusOf('removePasskey', removal, other.access)).toBe(404)
    const name = 'Mine'.padEnd(60, '.')
    await client.succeed('renamePasskey', { passkey_id, name }, access)
    expect((await passkeysOf(access))[0]?.name).toBe(name)
    const wrong = { passkey_id, password: 'wrong' }
    expect(await statusOf('removePasskey', wrong, access)).toBe(422)
    await client.succeed('removePasskey', { passkey_id, password }, access)
    expect(await passkeysOf(access)).toEqual([])
    expect(await refusalOf(await assertionOf(device))).toMatchObject(unknown)
    expect(await mailsAbout(user, 'A passkey was removed')).toHaveLength(1)
    expect((await client.actionsOf(user))[0]).toBe('passkey-removed')
  })

  test('stays while the owner of a former address may need it; one that was added since goes', async () => {
    const user = await newProven()
    const { password, access } = user
    const device = await addPasskey(user)
    clock.advance(1)
    const update = { full_name: 'Ada', email: client.newAddress() }
    await client.succeed('updateProfile', update, access)
    clock.advance(1)
    await addAnother(user, device)
    const [older, younger] = (await passkeysOf(access)).map(({ passkey_id }) => ({ passkey_id }))
    expect(await client.refused('removePasskey', { ...older, password }, access)).toEqual({
      status: 409,
      text: expect.stringContaining('Your passkeys stay before then.'),
    })
    await client.succeed('removePasskey', { ...younger, password }, access)
  })

  test('stands in for a code, and serves as long as one does; somebody else’s, or another session’s, for nothing', async () => {
    const { user, phone } = await newSecured()
    const { password, access } = user
    const device = await addPasskey(user, newDevice(), { one_time_code: phone.next() })
    const elsewhere = await signIn(device)
    const stranger = await addPasskey(await client.newAdmin())
    for (const passkey_proof of [
      await proofOf(stranger, access),
      await proofOf(device, elsewhere.access),
      await assertionOf(device),
    ]) {
      const refused = await client.refused('exportAccount', { password, passkey_proof }, access)
      expect(refused).toEqual({ status: 422, text: 'This passkey was refused.' })
    }
    const asking = await wholeRefusal('exportAccount', { password }, access)
    expect(asking).toMatchObject(asksForFactor)
    const { ceremony, credential } = await proofOf(device, access)
    // A key that is asked for by its id need not name its user.
    const response = { ...credential.response, userHandle: undefined }
    const passkey_proof = { ceremony, credential: { ...credential, response } }
    await client.succeed('exportAccount', { password, passkey_proof }, access)
    await client.succeed('exportAccount', { password }, access)
    // Adding one, new recovery codes, and switching the factor off take a fresh one.
    const fresh = await wholeRefusal('beginPasskey', { password }, access)
    expect(fresh).toMatchObject(asksForFactor)
    expect(await statusOf('removeTwoFactor', { password, passkey_proof }, access)).toBe(422)
    await addAnother(user, device)
    const last = { password, passkey_proof: await proofOf(device, access) }
    await client.succeed('removeTwoFactor', last, access)
    await client.succeed('login', credentials(user))
  })

  test('a password alone enrols no further factor', async () => {
    const held = await client.newAdmin()
    const { password, access } = held
    const device = await addPasskey(held)
    const error = 'Please use one of your passkeys. If you have lost them, remove them first.'
    for (const name of ['beginPasskey', 'beginTwoFactor'] as const) {
      const refusal = await wholeRefusal(name, { password }, access)
      expect(refusal, name).toMatchObject({ status: 422, error, code: 'passkey_required' })
    }
    const { user } = await newSecured()
    expect(await statusOf('beginTwoFactor', { password }, user.access)).toBe(409)
    // A proof serves once.
    const body = { password, passkey_proof: await proofOf(device, access) }
    const { uri } = await client.succeed('beginTwoFactor', body, access)
    expect(await statusOf('beginTwoFactor', body, access)).toBe(422)
    const code = phoneOf(uri, clock.now).next()
    await client.succeed('confirmTwoFactor', { code }, access)
  })

  test('a factor that was begun before another was enrolled is refused', async () => {
    const user = await client.newAdmin()
    const { password, access } = user
    const { uri } = await client.succeed('beginTwoFactor', { password }, access)
    const begun = await begin(user)
    clock.advance(1)
    await addPasskey(user)
    const { ceremony, options } = begun
    const added = { ceremony, credential: newDevice().create(options), name: 'A thief’s' }
    const code = phoneOf(uri, clock.now).next()
    const haveChanged = {
      status: 409,
      text: 'Your ways to sign in have changed since. Please begin again.',
    }
    expect(await client.refused('confirmTwoFactor', { code }, access)).toEqual(haveChanged)
    expect(await client.refused('addPasskey', added, access)).toEqual(haveChanged)
    const other = await client.newAdmin()
    const early = await begin(other)
    clock.advance(1)
    await secure(other)
    const late = { ...added, ...early, credential: newDevice().create(early.options) }
    expect(await client.refused('addPasskey', late, other.access)).toEqual(haveChanged)
  })

  test('stays when the password changes, still signs in, and the answer says so', async () => {
    const user = await newProven()
    const device = await addPasskey(user, newDevice(), {}, 'Old phone')
    const change = { current_password: user.password, new_password: newPassword }
    await client.succeed('changePassword', change, user.access)
    expect((await mailsAbout(user, 'was changed'))[0]?.text).toContain('‘Old phone’')
    const reset_token = await askForReset(client, user.email)
    const body = { reset_token, new_password: 'a third password' }
    const answer = await client.succeed('resetPassword', body)
    expect(answer).toMatchObject({ passkeys: ['Old phone'] })
    await signIn(device)
  })

  test('is removed by the link of its mail, with everything else that a thief added in a week', async () => {
    const user = await newProven()
    const old = await addPasskey(user)
    clock.advance(8 * day)
    const owner = { ...user, ...(await signIn(old)) }
    const first = await addAnother(owner, old)
    const second = await addAnother(owner, first)
    const [mail] = await mailsAbout(user, 'A passkey was added')
    const third = await addAnother(owner, second)
    const taken = await signIn(second)
    const [last] = await mailsAbout(user, 'A passkey was added')
    const reset = { reset_token: tokenIn(mail, 'reset-password'), new_password: newPassword }
    expect(await client.succeed('resetPassword', reset)).toMatchObject({ passkeys: ['A key'] })
    expect(await statusOf('getPasskeys', undefined, taken.access)).toBe(401)
    for (const one of [first, second, third]) {
      expect(await refusalOf(await assertionOf(one))).toMatchObject(unknown)
    }
    const younger = { ...reset, reset_token: tokenIn(last, 'reset-password') }
    expect(await statusOf('resetPassword', younger)).toBe(422)
    const told = await client.logOf(await signIn(old), { action: 'passkey-removed' })
    expect(told).toHaveLength(3)
  })

  test('serves as the second factor of a reset link, unless it is younger', async () => {
    const { user, phone } = await newSecured()
    const device = await addPasskey(user, newDevice(), { one_time_code: phone.next() })
    const reset_token = await askForReset(client, user.email)
    const body = { reset_token, new_password: newPassword }
    expect(await wholeRefusal('resetPassword', body)).toMatchObject(asksForFactor)
    const younger = await addAnother(user, device)
    const refused = { ...body, passkey_proof: await assertionOf(younger) }
    expect(await statusOf('resetPassword', refused)).toBe(422)
    const passkey_proof = await assertionOf(device)
    const answer = await client.succeed('resetPassword', { ...body, passkey_proof })
    expect(answer).toMatchObject({ passkeys: ['A key'] })
  })

  test('goes with the account of an unproven mailbox, and with a second factor that an admin resets', async () => {
    const admin = await client.newAdmin()
    const taken = await addPasskey(admin)
    const reset_token = await askForReset(client, admin.email)
    await client.succeed('resetPassword', { reset_token, new_password: newPassword })
    const { email } = admin
    const { access } = await client.succeed('login', { email, password: newPassword })
    const member = await joinTeam(client, { ...admin, access })
    const reset = await addPasskey(member)
    await client.succeed('resetTwoFactor', { member_id: member.id }, access)
    const [mail] = await mailsTo(client, member.email)
    expect(mail?.text).toContain('Passkeys that you had are gone.')
    for (const one of [taken, reset]) {
      expect(await refusalOf(await assertionOf(one))).toMatchObject(unknown)
    }
  })
}
