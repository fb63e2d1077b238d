import { expect, test } from 'vitest'
import { parseTextSearch, stringifyTextSearch } from '../../src/lib/text-search-params'

test.each([
  ['?organization=2024', '2024'],
  ['?organization=%222024%22', '"2024"'],
  ['?organization=K%C3%A4se+%26+Co', 'Käse & Co'],
  ['?organization=', ''],
  ['?organization=first&organization=last', 'last'],
  ['?organization=%', '%'],
])('%s is read as text', (search, organization) => {
  expect(parseTextSearch(search)).toEqual({ organization })
})

test('missing parameters are left out of the address', () => {
  expect(stringifyTextSearch({ redirect: undefined, organization: null })).toBe('')
  expect(stringifyTextSearch({ redirect: '/a?b=c&d', organization: undefined })).toBe(
    '?redirect=%2Fa%3Fb%3Dc%26d',
  )
  expect(stringifyTextSearch({ page: 2 })).toBe('?page=2')
})
