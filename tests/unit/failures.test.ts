import { expect, test } from 'vitest'
import { HttpError, refusalIn, refusalOf } from '../../server/api/http-error'
import { CallerRefused } from '../../server/store/change'
import { isUnavailable, StoreBusy } from '../../server/store/unavailable'

// Source: PostgreSQL, "Error Codes".
test.each([
  ['08006', true],
  ['25006', true],
  ['25P03', true],
  ['53100', true],
  ['53300', true],
  ['55P03', true],
  ['57014', true],
  ['57P01', true],
  ['58030', true],
  ['ECONNREFUSED', true],
  [undefined, true],
  ['22001', false],
  ['23505', false],
  ['28P01', false],
  ['3D000', false],
  ['42P01', false],
  ['P0001', false],
  ['XX000', false],
])('the error %s of a database may pass: %s', (code, mayPass) => {
  expect(isUnavailable(code)).toBe(mayPass)
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
