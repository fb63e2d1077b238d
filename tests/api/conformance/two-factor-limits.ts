import { beforeEach, expect, test } from 'vitest'
import { mailsTo } from '../../support/conformance/captured-mails'
import type { Client } from '../../support/conformance/client'
import { limitedApi, newIpv4 } from '../../support/conformance/limited-api'
import { credentials, type Secured, secondFactors } from '../../support/conformance/secured'
import type { Target } from '../../support/conformance/target'
import { phoneOf, wrongCodeFor } from '../../support/phone'

const minute = 60_000

export default function describeTwoFactorLimits(client: Client, { clock }: Target): void {
  if (!clock) return

  const { newSecured } = secondFactors(client, clock.now)

  // Calls come back with time, however slow this machine is.
  beforeEach(() => clock.stop())

  function limited({ user }: Secured) {
    const { call } = limitedApi(client)
    const tryCode = async (one_time_code: string | undefined, from: string) => {
      const answer = await call('login', { ...credentials(user), one_time_code }, { from })
      return answer.status
    }
    return {
      tryCode,
      async guess(code: string, times: number, from: (turn: number) => string) {
        let looked = 0
        for (let turn = 0; turn < times; turn += 1) {
          if ((await tryCode(code, from(turn))) === 422) looked += 1
        }
        return looked
      },
    }
  }

  test('has to be confirmed within ten minutes', async () => {
    for (const [wait, status] of [
      [10 * minute, 409],
      [10 * minute - 1, 200],
    ] as const) {
      const { access, password } = await client.newAdmin()
      const { uri } = await client.succeed('beginTwoFactor', { password }, access)
      clock.advance(wait)
      const code = phoneOf(uri, clock.now).next()
      expect((await client.request('confirmTwoFactor', { code }, access)).status).toBe(status)
    }
  })

  test('may be wrong five times in a quarter of an hour from one network; right ones never count', async () => {
    const secured = await newSecured()
    const { tryCode, guess } = limited(secured)
    const [home, elsewhere] = [newIpv4(client), newIpv4(client)]
    const wrong = wrongCodeFor(secured.phone)
    // Those that are refused don’t count for the day.
    expect(await guess(wrong, 20, () => home)).toBe(5)
    const code = secured.phone.next()
    expect(await tryCode(code, home)).toBe(429)
    // Being asked for one is no guess.
    expect(await tryCode(undefined, home)).toBe(422)
    expect(await tryCode(code, elsewhere)).toBe(200)
    for (let turn = 0; turn < 6; turn += 1) {
      clock.advance(30_000)
      expect(await tryCode(secured.phone.next(), elsewhere)).toBe(200)
    }
    clock.advance(15 * minute)
    expect(await guess(wrong, 9, () => home)).toBe(5)
  })

  test('may be wrong twenty times a day for an account, reported once; recovery codes still work', async () => {
    const secured = await newSecured()
    const { tryCode, guess } = limited(secured)
    const wrong = wrongCodeFor(secured.phone)
    expect(await guess(wrong, 30, () => newIpv4(client))).toBe(20)
    expect(await tryCode(secured.phone.next(), newIpv4(client))).toBe(429)
    const notices = (await mailsTo(client, secured.user.email)).filter(({ subject }) =>
      subject.startsWith('Many wrong codes'),
    )
    expect(notices).toHaveLength(1)
    expect(notices[0]?.text).toContain("If it wasn't you, someone else has your password")
    expect(await client.actionsOf(secured.user)).toContain('codes-refused')
    expect(await guess('not-a-recovery-code', 30, () => newIpv4(client))).toBe(20)
    expect(await tryCode(secured.codes[0], newIpv4(client))).toBe(429)
    clock.advance(24 * 60 * minute)
    expect(await tryCode(secured.codes[0], newIpv4(client))).toBe(200)
  })
}
