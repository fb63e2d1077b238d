import { expect, test } from 'vitest'
import { HttpError, refusalIn, refusalOf } from '../../server/api/http-error'
import { CallerRefused } from '../../server/store/change'
import { isUnavailable, StoreBusy } from '../../server/store/unavailable'

// Source: PostgreSQL, "Error Codes".
const passing = ['08006', '25006', '25P03', '53100', '53300', '55P03', '57014', '57P01', '58030']
const lasting = ['22001', '23505', '28P01', '3D000', '42P01', 'P0001', 'XX000']

test('of the errors of a database, those of its state and its connection may pass', () => {
  const codes = [...passing, ...lasting, 'ECONNREFUSED', undefined]
  expect(codes.filter(isUnavailable)).toEqual([...passing, 'ECONNREFUSED', undefined])
})

test('a refusal has the code of its status, and a failure of ours says nothing of its cause', async () => {
  const answerOf = async (error: unknown) => {
    const response = (refusalIn(error) ?? refusalOf(error)).toResponse()
    const { code, error: text, message } = await response.json()
    expect(text).toBe(message)
    expect(text).not.toContain('secret')
    return [response.status, code, response.headers.get('retry-after')]
  }
  const refused = [401, 403, 404, 429, 503, 422] as const
  const answers = refused.map((status) => answerOf(new HttpError(status, 'No.')))
  expect((await Promise.all(answers)).map(([, code]) => code)).toEqual([
    ...['signed_out', 'admins_only', 'not_found', 'too_many_requests', 'unavailable', undefined],
  ])
  expect(await answerOf(new CallerRefused('signed-out'))).toEqual([401, 'signed_out', null])
  expect(await answerOf(new CallerRefused('not-admin'))).toEqual([403, 'admins_only', null])
  expect(await answerOf(new StoreBusy())).toEqual([503, 'unavailable', '2'])
  expect(await answerOf(new Error('a secret'))).toEqual([500, undefined, null])
})
