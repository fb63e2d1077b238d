import { decodeJwt } from 'jose'
import { expect, test } from 'vitest'
import {
  addressOfToken,
  sessionOfAccessToken,
  signAccessToken,
  signAddressToken,
  signDoctorToken,
} from '../../server/auth/tokens'
import { copyOfToken, copyToken } from '../../server/billing/buyer/copies'
import { randomToken, tokenHash } from '../../server/lib/tokens'
import { tellDoctor } from '../../server/node/watch/seen-by-server'
import { isImpossibleAddress } from '../../server/people/reserved-slugs'
import { reportOfToken, reportToken } from '../../server/reports/token'

const secret = 'a secret that only this test knows'
const now = new Date('2026-01-02T03:04:05.678Z')
const seconds = (count: number) => new Date(now.getTime() + count * 1000)

test("an access token reveals nothing about its user, and doesn't let another one through", () => {
  const token = signAccessToken('session-1', secret, now)
  expect(Object.keys(decodeJwt(token)).sort()).toEqual(['aud', 'exp', 'iat', 'sid'])
  expect(sessionOfAccessToken(token, secret, now)).toBe('session-1')
  expect(sessionOfAccessToken(token, 'another secret, after a change of it', now)).toBeNull()
  for (const index of [0, token.length / 2, token.length - 2].map(Math.floor)) {
    const other = token[index] === 'A' ? 'B' : 'A'
    const forged = token.slice(0, index) + other + token.slice(index + 1)
    expect(sessionOfAccessToken(forged, secret, now)).toBeNull()
  }
  expect(sessionOfAccessToken(token, secret, now)).toBe('session-1')
})

test('any number of tokens name their own session, and nothing else is one', () => {
  const ids = Array.from({ length: 5_100 }, (_, n) => `${n}`)
  const tokens = ids.map((id) => signAccessToken(id, secret, now))
  for (let time = 0; time < 2; time++)
    expect(tokens.map((token) => sessionOfAccessToken(token, secret, now))).toEqual(ids)
  for (const token of ['', '.', '..', 'a.b.c', 'nonsense'])
    expect(sessionOfAccessToken(token, secret, now)).toBeNull()
})

test('random tokens fit into an address and have 256 bits', () => {
  const tokens = Array.from({ length: 100 }, randomToken)
  for (const token of tokens) expect(token).toMatch(/^[\w-]{43}$/)
  expect(new Set(tokens).size).toBe(100)
  // A token is stored as its SHA-256. Source: FIPS 180-4, the message "abc".
  const digest = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'
  expect(Buffer.from(tokenHash('abc'), 'base64url').toString('hex')).toBe(digest)
})

test('the token of a link to an address is part of a path that the app can have', () => {
  const of = { userId: 'ada', emailKey: 'ada@acme.test' }
  const at = (time: Date) => ({ accessTokenSecret: secret, clock: () => time })
  const token = signAddressToken(at(now), of, 1_000)
  expect(isImpossibleAddress(`/confirm-address/${token}`)).toBe(false)
  expect(addressOfToken(at(now), token)).toMatchObject({ userId: 'ada' })
  expect(addressOfToken(at(now), `${token}x`)).toBeNull()
  const another = { ...at(now), accessTokenSecret: `${secret}x` }
  expect(addressOfToken(another, token)).toBeNull()
  expect(addressOfToken({ ...another, alsoAcceptedSecret: secret }, token)).not.toBeNull()
  expect(addressOfToken(at(seconds(2)), token)).toBeNull()
  // No kind of token stands in for another.
  expect(sessionOfAccessToken(token.replaceAll('~', '.'), secret, now)).toBeNull()
  const copy = copyToken(at(now), { id: 'ada', emailKey: of.emailKey })
  const report = reportToken(at(now), 'ada')
  const access = signAccessToken('session', secret, now)
  for (const other of [copy, report, access]) expect(addressOfToken(at(now), other)).toBeNull()
  for (const other of [token, report, access]) expect(copyOfToken(at(now), other)).toBeNull()
  for (const other of [token, copy, access]) expect(reportOfToken(at(now), other)).toBeNull()
  expect([copyOfToken(at(now), copy)?.id, reportOfToken(at(now), report)]).toEqual(['ada', 'ada'])
})

test('a server tells whoever knows its secret how their request arrived, and nobody else', () => {
  const secrets = { accessTokenSecret: secret, alsoAcceptedSecret: 'the secret before this one' }
  const tell = tellDoctor({ ...secrets, trustedProxies: 1 }, () => now)
  const forwardedFor = '192.0.2.1, 10.0.0.1'
  const answerTo = (token: string) =>
    tell(new Headers({ authorization: `Bearer ${token}`, 'x-forwarded-for': forwardedFor }))
  for (const known of Object.values(secrets)) {
    const seen = { forwardedFor, trustedProxies: 1 }
    expect(answerTo(signDoctorToken(known, now))).toEqual({ seen })
  }
  expect(tell(new Headers({ 'x-forwarded-for': '192.0.2.1' }))).toEqual({})
  for (const token of [
    ...['no token', signDoctorToken('the secret of somebody else, not ours', now)],
    ...[signAccessToken('a session', secret, now), signDoctorToken(secret, seconds(-60))],
    // Of a clock that is ahead: it would be valid for longer than a minute.
    signDoctorToken(secret, seconds(60)),
  ]) {
    expect(answerTo(token)).toEqual({})
  }
})
