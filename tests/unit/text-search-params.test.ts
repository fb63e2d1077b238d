import { check, dictionary, property, string } from 'fast-check'
import { expect, test } from 'vitest'
import { parseTextSearch, stringifyTextSearch } from '../../src/lib/text-search-params'

test.each([
  ['?organization=2024', '2024'],
  ['?organization=true', 'true'],
  ['?organization=null', 'null'],
  ['?organization=1e3', '1e3'],
  ['?organization=007', '007'],
  ['?organization=%222024%22', '"2024"'],
  ['?organization=%7B%22a%22%3A1%7D', '{"a":1}'],
  ['?organization=K%C3%A4se+%26+Co', 'Käse & Co'],
  ['?organization=', ''],
  ['organization=Acme', 'Acme'],
  ['?organization=first&organization=last', 'last'],
  ['?organization=%', '%'],
])('%s is read as text', (search, organization) => {
  expect(parseTextSearch(search)).toEqual({ organization })
})

test('an address without a search has no parameters', () => {
  expect(parseTextSearch('')).toEqual({})
  expect(parseTextSearch('?')).toEqual({})
})

test('missing parameters are left out of the address', () => {
  expect(stringifyTextSearch({ redirect: undefined, organization: null })).toBe('')
  expect(stringifyTextSearch({ redirect: '/a?b=c&d', organization: undefined })).toBe(
    '?redirect=%2Fa%3Fb%3Dc%26d',
  )
  expect(stringifyTextSearch({ page: 2 })).toBe('?page=2')
})

test('parameters survive a round trip', () => {
  const texts = dictionary(string({ unit: 'grapheme' }), string({ unit: 'grapheme' }))
  const result = check(
    property(texts, (search) => {
      expect(parseTextSearch(stringifyTextSearch(search))).toEqual({ ...search })
    }),
  )
  expect(result.failed, JSON.stringify(result.counterexample)).toBe(false)
})
