import { expect, test } from 'vitest'
import { signAccessToken, signDoctorToken } from '../../server/auth/tokens'
import { tellDoctor } from '../../server/node/watch/seen-by-server'

const secrets = ['the secret that signs its tokens', 'the secret that it had before this one']
const [accessTokenSecret = '', alsoAcceptedSecret = ''] = secrets
const now = new Date('2026-11-25T12:00:00Z')
const at = (seconds: number) => new Date(now.getTime() + seconds * 1000)
const tell = tellDoctor({ accessTokenSecret, alsoAcceptedSecret, trustedProxies: 1 }, () => now)
const told = (token: string) =>
  tell(new Headers({ authorization: `Bearer ${token}`, 'x-forwarded-for': '192.0.2.1, 10.0.0.1' }))

test('a server tells whoever knows its secret how their request arrived', () => {
  for (const secret of secrets) {
    expect(told(signDoctorToken(secret, now))).toEqual({
      seen: { forwardedFor: '192.0.2.1, 10.0.0.1', trustedProxies: 1 },
    })
  }
})

test('a server tells nobody else', () => {
  expect(tell(new Headers({ 'x-forwarded-for': '192.0.2.1' }))).toEqual({})
  for (const token of [
    'no token',
    signDoctorToken('the secret of somebody else, not ours', now),
    signAccessToken('a session', accessTokenSecret, now),
    signDoctorToken(accessTokenSecret, at(-60)),
    // Of a clock that is ahead: it would be valid for longer than a minute.
    signDoctorToken(accessTokenSecret, at(60)),
  ]) {
    expect(told(token)).toEqual({})
  }
})
