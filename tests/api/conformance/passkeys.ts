import { expect, test } from 'vitest'
import { askForReset, mailsTo, tokenIn } from '../../support/conformance/captured-mails'
import type { Admin, Client } from '../../support/conformance/client'
import { joinTeam } from '../../support/conformance/members'
import { passkeyUsers } from '../../support/conformance/passkeys'
import { credentials, secondFactors } from '../../support/conformance/secured'
import type { Target } from '../../support/conformance/target'
import { phoneOf } from '../../support/phone'

const minute = 60_000

export default function describePasskeys(client: Client, { clock }: Target): void {
  const { addAnother, addPasskey, assertionOf, newDevice, passkeysOf, proofOf, refusalOf, signIn } =
    passkeyUsers(client)
  const { newProven, newSecured } = secondFactors(client, clock?.now)
  const mailsAbout = async ({ email }: Admin, subject: string) =>
    (await mailsTo(client, email)).filter((mail) => mail.subject.includes(subject))
  const refusedAdding = (name: 'beginPasskey' | 'addPasskey', body: object, { access }: Admin) =>
    client.wholeRefusal(name, body, access)

  test('is added with the password, is listed, and is reported', async () => {
    const user = await client.newAdmin()
    expect(await refusedAdding('beginPasskey', { password: 'wrong' }, user)).toMatchObject({
      status: 422,
      field_errors: { password: 'Entered password is incorrect.' },
    })
    const device = await addPasskey(user, newDevice({ isSynced: true }), {}, '  My\nkey ')
    const list = await client.succeed('getPasskeys', undefined, user.access)
    const domain = new URL(client.api.origin).hostname
    expect(list).toMatchObject({
      passkeys: [
        {
          credential_id: device.credentialId,
          name: 'My key',
          last_used_at: null,
          is_synced: true,
          domain,
        },
      ],
      domain,
    })
    expect(await mailsAbout(user, 'A passkey was added')).toHaveLength(1)
    expect((await client.actionsOf(user))[0]).toBe('passkey-added')
  })

  test('signs in without a password or a code, and the session says so', async () => {
    const device = await addPasskey(await client.newAdmin())
    const { access, is_organization_admin } = await signIn(device)
    expect(is_organization_admin).toBe(true)
    const { sessions } = await client.succeed('getSessions', undefined, access)
    expect(sessions.map(({ is_by_passkey }) => is_by_passkey)).toEqual([true, undefined])
    expect((await passkeysOf(access))[0]?.last_used_at).not.toBeNull()
  })

  test('in an unknown browser is mailed and entered like a password there', async () => {
    const user = await client.newAdmin()
    const proof = await assertionOf(await addPasskey(user))
    await client.request('signInWithPasskey', proof, undefined, { 'user-agent': 'Firefox/149.0' })
    expect(await mailsAbout(user, 'New sign-in')).toHaveLength(1)
    expect((await client.actionsOf(user))[0]).toBe('signed-in')
  })

  test('is refused with the same text for every fault, except that no account has it', async () => {
    const [user, other] = [await client.newAdmin(), await client.newAdmin()]
    const [device, others] = [await addPasskey(user), await addPasskey(other)]
    const right = await assertionOf(device)
    const text = 'This passkey can’t sign you in. Use your password.'
    const { ceremony } = right
    for (const said of [
      { type: 'webauthn.create' },
      { origin: 'https://evil.example' },
      { challenge: 'bm90IG91cnM' },
      { rpId: 'evil.example' },
      { isVerified: false },
      { isSynced: true },
      { userHandle: 'bm9ib2R5' },
      { id: others.credentialId },
    ]) {
      const refusal = await refusalOf(await assertionOf(device, said))
      expect(refusal, JSON.stringify(said)).toEqual({ error: text, message: text })
    }
    for (const begun of ['', 'nonsense', `${ceremony}x`]) {
      const refusal = await refusalOf({ ...right, ceremony: begun })
      expect(refusal).toEqual({ error: text, message: text })
    }
    const { credential } = right
    const unsigned = { ...credential, response: { ...credential.response, signature: '' } }
    expect(await refusalOf({ ceremony, credential: unsigned })).toEqual({
      error: text,
      message: text,
    })
    const unknown = await refusalOf(await assertionOf(newDevice()))
    expect(unknown).toEqual({ error: text, message: text, code: 'unknown_passkey' })
    await client.succeed('signInWithPasskey', right)
  })

  test('proves once, and only for the purpose that it was asked for', async () => {
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
    const held = { password: user.password, passkey_proof: await proofOf(device, access) }
    const begun = await client.succeed('beginPasskey', held, access)
    const excluded = begun.options.excludeCredentials.map((one) => one.id)
    expect(excluded).toContain(device.credentialId)
    const body = { ceremony: begun.ceremony, name: 'Another' }
    const credential = newDevice().create(begun.options)
    // Begun in another session.
    expect(await refusedAdding('addPasskey', { ...body, credential }, user)).toMatchObject({
      status: 409,
      error: 'That took too long. Please begin again.',
    })
    await client.succeed('addPasskey', { ...body, credential }, access)
    const again = { ...body, credential: newDevice().create(begun.options) }
    expect((await client.refused('addPasskey', again, access)).status).toBe(409)
    const heldAgain = { password: user.password, passkey_proof: await proofOf(device, access) }
    const known = await client.succeed('beginPasskey', heldAgain, access)
    const same = { ...body, ceremony: known.ceremony, credential: device.create(known.options) }
    expect(await client.refused('addPasskey', same, access)).toEqual({
      status: 409,
      text: 'This device already has a passkey.',
    })
  })

  test('isn’t added from an answer that no device made for this site', async () => {
    const user = await client.newAdmin()
    const { access, password } = user
    for (const said of [
      { type: 'webauthn.get' },
      { origin: 'https://evil.example' },
      { challenge: 'bm90IG91cnM' },
      { rpId: 'evil.example' },
      { isVerified: false },
      { id: 'bm90IGl0cyBpZA' },
    ]) {
      const { ceremony, options } = await client.succeed('beginPasskey', { password }, access)
      const credential = newDevice().create(options, said)
      const refusal = await refusedAdding('addPasskey', { ceremony, credential, name: 'x' }, user)
      expect(refusal.status, JSON.stringify(said)).toBe(422)
    }
    expect(await passkeysOf(access)).toEqual([])
  })

  test('whose counter doesn’t grow is refused and reported; some have no counter', async () => {
    const user = await client.newAdmin()
    const device = await addPasskey(user)
    await signIn(device)
    await signIn(device)
    // It signed twice: once before, or as often, says that there is a copy.
    for (const before of [0, 1]) {
      device.counter = before
      await refusalOf(await assertionOf(device))
    }
    expect(await mailsAbout(user, 'was refused')).toHaveLength(2)
    expect((await client.actionsOf(user))[0]).toBe('passkey-refused')
    device.counter = 9
    const uncounted = await addAnother(user, device)
    for (let turn = 0; turn < 2; turn += 1) {
      uncounted.counter = -1
      await signIn(uncounted)
    }
    const synced = await addAnother(user, device, newDevice({ isSynced: true }))
    await signIn(synced)
    // Each of its devices counts by itself.
    synced.counter = -1
    await signIn(synced)
  })

  test('is renamed and removed by its user alone, and is unknown afterwards', async () => {
    const [user, other] = [await client.newAdmin(), await client.newAdmin()]
    const device = await addPasskey(user)
    const [{ passkey_id = '' } = {}] = await passkeysOf(user.access)
    const { password } = user
    for (const [name, body] of [
      ['renamePasskey', { passkey_id, name: 'Mine' }],
      ['removePasskey', { passkey_id, password: other.password }],
    ] as const) {
      expect((await client.refused(name, body, other.access)).status).toBe(404)
    }
    const unshown = 'This name has characters that don’t show. Please type it again.'
    for (const [name, words] of [
      [' ', 'Please enter a name.'],
      ['\u200d\u200c', 'Please enter a name.'],
      ['W\u2063ork', unshown],
    ]) {
      const refusal = await client.wholeRefusal('renamePasskey', { passkey_id, name }, user.access)
      expect(refusal).toMatchObject({ field_errors: { name: words } })
    }
    // Persian needs the joiner, and copied texts hold marks of direction.
    const joined = 'کلید\u200cها'
    const pasted = { passkey_id, name: `\u2067${joined}\u2069` }
    await client.succeed('renamePasskey', pasted, user.access)
    expect((await passkeysOf(user.access))[0]?.name).toBe(joined)
    const wrong = { passkey_id, password: 'wrong' }
    expect((await client.refused('removePasskey', wrong, user.access)).status).toBe(422)
    await client.succeed('removePasskey', { passkey_id, password }, user.access)
    expect(await passkeysOf(user.access)).toEqual([])
    expect(await refusalOf(await assertionOf(device))).toMatchObject({ code: 'unknown_passkey' })
    expect(await mailsAbout(user, 'A passkey was removed')).toHaveLength(1)
    expect((await client.actionsOf(user))[0]).toBe('passkey-removed')
  })

  test('is one of ten at most, listed by age', async () => {
    const user = await client.newAdmin()
    const names = Array.from({ length: 10 }, (_, index) => `Key ${index}`)
    const first = await addPasskey(user, newDevice(), {}, names[0])
    for (const name of names.slice(1)) {
      const passkey_proof = await proofOf(first, user.access)
      await addPasskey(user, newDevice(), { passkey_proof }, name)
    }
    expect((await passkeysOf(user.access)).map(({ name }) => name)).toEqual(names)
    expect(await refusedAdding('beginPasskey', { password: user.password }, user)).toMatchObject({
      status: 409,
      error: 'You can have up to ten passkeys. Remove one first.',
      code: 'limit_reached',
    })
  })

  test('stands in for a code, and serves as long as one does', async () => {
    const { user, phone } = await newSecured()
    const { password, access } = user
    const device = await addPasskey(user, newDevice(), { one_time_code: phone.next() })
    const asking = await client.wholeRefusal('exportAccount', { password }, access)
    expect(asking).toMatchObject({ code: 'second_factor_required', accepts: ['code', 'passkey'] })
    const passkey_proof = await proofOf(device, access)
    await client.succeed('exportAccount', { password, passkey_proof }, access)
    await client.succeed('exportAccount', { password }, access)
    // Adding one, new recovery codes, and switching the factor off take a fresh one.
    const fresh = await client.wholeRefusal('beginPasskey', { password }, access)
    expect(fresh).toMatchObject({ code: 'second_factor_required', accepts: ['code', 'passkey'] })
    const used = { password, passkey_proof }
    const { text } = await client.refused('removeTwoFactor', used, access)
    expect(text).toBe('This passkey was refused.')
    await addPasskey(user, newDevice(), { passkey_proof: await proofOf(device, access) })
    const last = { password, passkey_proof: await proofOf(device, access) }
    await client.succeed('removeTwoFactor', last, access)
    await client.succeed('login', credentials(user))
  })

  test('a password alone enrols no further factor, and no new recovery codes', async () => {
    const held = await client.newAdmin()
    const device = await addPasskey(held)
    const { user, phone } = await newSecured()
    const text = 'Please use one of your passkeys. If you have lost them, remove them first.'
    const byPasskey = { status: 422, error: text, code: 'passkey_required' }
    const byCode = { status: 422, code: 'second_factor_required' }
    for (const [name, owner, refusal] of [
      ['beginPasskey', held, byPasskey],
      ['beginTwoFactor', held, byPasskey],
      ['beginPasskey', user, byCode],
      ['beginTwoFactor', user, { status: 409 }],
      ['renewRecoveryCodes', user, { status: 422, field_errors: { code: expect.anything() } }],
    ] as const) {
      const { password, access } = owner
      const told = await client.wholeRefusal(name, { password }, access)
      expect(told, name).toMatchObject(refusal)
    }
    // With the one that is there, each is; a proof serves once.
    const { password, access } = held
    const body = { password, passkey_proof: await proofOf(device, access) }
    const { uri } = await client.succeed('beginTwoFactor', body, access)
    expect((await client.refused('beginTwoFactor', body, access)).status).toBe(422)
    const app = phoneOf(uri, clock?.now)
    await client.succeed('confirmTwoFactor', { code: app.next() }, access)
    await addPasskey(user, newDevice(), { one_time_code: phone.next() })
  })

  test('of somebody else, or of another session, stands in for nothing', async () => {
    const { user, phone } = await newSecured()
    const device = await addPasskey(user, newDevice(), { one_time_code: phone.next() })
    const stranger = await client.newAdmin()
    const theirs = await addPasskey(stranger)
    const { password } = user
    const elsewhere = await signIn(device)
    for (const passkey_proof of [
      await proofOf(theirs, user.access),
      await proofOf(device, elsewhere.access),
      await assertionOf(device),
    ]) {
      const body = { password, passkey_proof }
      const refused = await client.refused('exportAccount', body, user.access)
      expect(refused).toEqual({ status: 422, text: 'This passkey was refused.' })
    }
  })

  test('stays when the password changes, still signs in, and the answer says so', async () => {
    const user = await newProven()
    const device = await addPasskey(user, newDevice(), {}, 'Old phone')
    const change = { current_password: user.password, new_password: 'another password' }
    await client.succeed('changePassword', change, user.access)
    const [changed] = await mailsAbout(user, 'was changed')
    expect(changed?.text).toContain('‘Old phone’')
    const reset_token = await askForReset(client, user.email)
    const body = { reset_token, new_password: 'a third password' }
    const answer = await client.succeed('resetPassword', body)
    expect(answer).toMatchObject({ passkeys: ['Old phone'] })
    await signIn(device)
  })

  test('is removed by the link of its mail, with everything else that a thief may have added', async () => {
    const user = await newProven()
    const first = await addPasskey(user)
    const second = await addAnother(user, first)
    const [mail] = await mailsAbout(user, 'A passkey was added')
    const third = await addAnother(user, second)
    const [younger, , older] = await mailsAbout(user, 'A passkey was added')
    const taken = await signIn(second)
    const body = { reset_token: tokenIn(mail, 'reset-password'), new_password: 'another one' }
    expect(await client.succeed('resetPassword', body)).toMatchObject({ passkeys: [] })
    expect((await client.refused('getPasskeys', undefined, taken.access)).status).toBe(401)
    for (const one of [first, second, third]) {
      expect(await refusalOf(await assertionOf(one))).toMatchObject({ code: 'unknown_passkey' })
    }
    const again = { ...body, reset_token: tokenIn(younger, 'reset-password') }
    expect((await client.refused('resetPassword', again)).status).toBe(422)
    await client.succeed('resetPassword', {
      ...again,
      reset_token: tokenIn(older, 'reset-password'),
    })
  })

  test('is removed when the owner of the mailbox of a sign-up takes the account', async () => {
    const user = await client.newAdmin()
    const device = await addPasskey(user)
    const reset_token = await askForReset(client, user.email)
    await client.succeed('resetPassword', { reset_token, new_password: 'another password' })
    expect(await refusalOf(await assertionOf(device))).toMatchObject({ code: 'unknown_passkey' })
  })

  test('serves as the second factor of a reset link, unless it is younger', async () => {
    const { user, phone } = await newSecured()
    const device = await addPasskey(user, newDevice(), { one_time_code: phone.next() })
    const reset_token = await askForReset(client, user.email)
    const body = { reset_token, new_password: 'another one' }
    const asking = await client.wholeRefusal('resetPassword', body)
    expect(asking).toMatchObject({ code: 'second_factor_required', accepts: ['code', 'passkey'] })
    const younger = await addPasskey(user, newDevice(), {
      passkey_proof: await proofOf(device, user.access),
    })
    const refused = { ...body, passkey_proof: await assertionOf(younger) }
    expect((await client.refused('resetPassword', refused)).status).toBe(422)
    const passkey_proof = await assertionOf(device)
    const answer = await client.succeed('resetPassword', { ...body, passkey_proof })
    expect(answer).toMatchObject({ passkeys: ['A key'] })
  })

  test('goes with a second factor that an admin resets, and with its user', async () => {
    const admin = await client.newAdmin()
    const member = await joinTeam(client, admin)
    const device = await addPasskey(member)
    const { members } = await client.succeed('getTeam', undefined, admin.access)
    expect(members.map(({ has_second_factor }) => has_second_factor)).toEqual([false, true])
    await client.succeed('resetTwoFactor', { member_id: member.id }, admin.access)
    expect(await refusalOf(await assertionOf(device))).toMatchObject({ code: 'unknown_passkey' })
    const [mail] = await mailsTo(client, member.email)
    expect(mail?.text).toContain('Passkeys that you had are gone.')
    const second = await addPasskey(member)
    await client.succeed('leave', { password: member.password }, member.access)
    expect(await refusalOf(await assertionOf(second))).toMatchObject({ code: 'unknown_passkey' })
  })

  if (!clock) return

  test('a factor that was begun before another was enrolled is refused', async () => {
    const user = await client.newAdmin()
    const { password, access } = user
    const { uri } = await client.succeed('beginTwoFactor', { password }, access)
    const begun = await client.succeed('beginPasskey', { password }, access)
    clock.advance(1)
    const device = await addPasskey(user)
    const changed = {
      status: 409,
      text: 'Your ways to sign in have changed since. Please begin again.',
    }
    const { ceremony, options } = begun
    const added = { ceremony, credential: newDevice().create(options), name: 'A thief’s' }
    const code = phoneOf(uri, clock.now).next()
    expect(await client.refused('confirmTwoFactor', { code }, access)).toEqual(changed)
    expect(await client.refused('addPasskey', added, access)).toEqual(changed)
    const held = { password, passkey_proof: await proofOf(device, access) }
    const again = await client.succeed('beginTwoFactor', held, access)
    const app = phoneOf(again.uri, clock.now)
    const late = { password, passkey_proof: await proofOf(device, access) }
    const before = await client.succeed('beginPasskey', late, access)
    clock.advance(1)
    await client.succeed('confirmTwoFactor', { code: app.next() }, access)
    const second = newDevice().create(before.options)
    const body = { ceremony: before.ceremony, credential: second, name: 'Another thief’s' }
    expect(await client.refused('addPasskey', body, access)).toEqual(changed)
  })

  test('that is older than a week stays when a younger one is undone', async () => {
    const user = await newProven()
    const first = await addPasskey(user)
    clock.advance(8 * 24 * 60 * minute)
    const again = { ...user, ...(await signIn(first)) }
    const second = await addAnother(again, first)
    const [mail] = await mailsAbout(user, 'A passkey was added')
    const body = { reset_token: tokenIn(mail, 'reset-password'), new_password: 'another one' }
    expect(await client.succeed('resetPassword', body)).toMatchObject({ passkeys: ['A key'] })
    expect(await refusalOf(await assertionOf(second))).toMatchObject({ code: 'unknown_passkey' })
    await signIn(first)
  })

  test('isn’t accepted more than five minutes after it was asked for', async () => {
    const user = await client.newAdmin()
    const device = await addPasskey(user)
    const proof = await assertionOf(device)
    clock.advance(5 * minute)
    await refusalOf(proof)
    await signIn(device)
  })
}
