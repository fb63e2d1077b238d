import { expect, test } from 'vitest'
import type { CallName } from '../../../contract/calls'
import type { Client } from '../../support/conformance/client'

/** A refusal has a code where a program may want to tell it apart. */
export default function describeRefusalCodes(client: Client): void {
  const codeOf = async (name: CallName, body?: object, token?: string) =>
    (await client.wholeRefusal(name, body, token)).code

  test('names the reason, whatever the text says', async () => {
    const admin = await client.newAdmin()
    const { access } = admin
    const member = await client.memberToken()
    const taken = { ...client.newSignup(), email: admin.email }
    const nobody = { ...client.newSignup(), email: client.newAddress() }
    expect({
      noToken: await codeOf('getProfile'),
      member: await codeOf('getTeam', undefined, member),
      unknownSession: await codeOf('endSession', { session_id: 'none' }, access),
      unknownAddress: await codeOf('login', nobody),
      wrongPassword: await codeOf('login', { email: admin.email, password: 'wrong' }),
      wrongPasswordAgain: await codeOf('exportAccount', { password: 'wrong' }, access),
      takenAddress: await codeOf('signup', taken),
      noPlan: await codeOf('stopRenewing', undefined, access),
      usedLink: await codeOf('resetPassword', { reset_token: 'x', new_password: 'long enough' }),
      missingField: await codeOf('login', {}),
    }).toEqual({
      noToken: 'signed_out',
      member: 'admins_only',
      unknownSession: 'not_found',
      unknownAddress: 'not_found',
      wrongPassword: 'wrong_password',
      wrongPasswordAgain: 'wrong_password',
      takenAddress: 'taken',
      noPlan: 'plan_changed',
      usedLink: 'link_expired',
      missingField: undefined,
    })
  })
}
