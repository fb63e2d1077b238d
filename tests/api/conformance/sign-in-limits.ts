import { beforeEach, expect, test } from 'vitest'
import type { Admin, Client } from '../../support/conformance/client'
import { limitedApi, newIpv4 } from '../../support/conformance/limited-api'
import type { Target } from '../../support/conformance/target'

const minute = 60_000

export default function describeSignInLimits(client: Client, { clock }: Target): void {
  if (!clock) return

  /** @returns sign-ins at an API with the limits of the table, by password and address. */
  function limited() {
    const { call, passwordUses } = limitedApi(client)
    const signIn = async (email: string, password: string, from: string) =>
      (await call('login', { email, password }, { from })).status
    return {
      signIn,
      passwordUses,
      /** Guesses so often, one after the other. @returns how often a guess was looked at. */
      async guess({ email }: Admin, times: number, place: string) {
        let looked = 0
        for (let turn = 0; turn < times; turn += 1) {
          // However they spell it.
          const typed = turn % 2 === 0 ? email : ` ${email.toUpperCase()}`
          if ((await signIn(typed, `wrong password ${turn}`, place)) === 401) looked += 1
        }
        return looked
      },
    }
  }

  // Calls come back with time, however slow this machine is.
  beforeEach(() => clock.stop())

  test('ten guesses lock an address out on their network only', async () => {
    const { guess, signIn, passwordUses } = limited()
    const owner = await client.newAdmin()
    const attacker = newIpv4(client)
    // Successful ones never count.
    for (let turn = 0; turn < 12; turn += 1) {
      expect(await signIn(owner.email, owner.password, attacker)).toBe(200)
    }
    expect(await guess(owner, 31, attacker)).toBe(10)
    expect(passwordUses()).toBe(22)
    expect(await signIn(owner.email, owner.password, attacker)).toBe(429)
    expect(await signIn(owner.email, owner.password, newIpv4(client))).toBe(200)
    // Nor does it keep others from signing in there.
    const colleague = await client.newAdmin()
    expect(await signIn(colleague.email, colleague.password, attacker)).toBe(200)
    clock.advance(15 * minute)
    expect(await signIn(owner.email, owner.password, attacker)).toBe(200)
  })

  test('guesses count before they are checked, even simultaneous ones', async () => {
    const { signIn, passwordUses } = limited()
    const owner = await client.newAdmin()
    const attacker = newIpv4(client)
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, turn) => signIn(owner.email, `wrong ${turn}`, attacker)),
    )
    expect(answers.toSorted()).toEqual([...Array(10).fill(401), ...Array(20).fill(429)])
    expect(passwordUses()).toBe(10)
    expect(await signIn(owner.email, owner.password, newIpv4(client))).toBe(200)
  })
}
