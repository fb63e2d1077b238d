// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest'
import { forgetKeptText, keepText, takeKeptText } from '../../src/ui/forms/kept-text'

beforeEach(() => sessionStorage.clear())

/** Keeps what somebody typed in the form of invitations. */
const keep = (user: string | undefined, emails: string) =>
  keepText({ form: 'invitation', user, texts: { emails } })

test('what was typed is given back once, to its user, in its form', () => {
  keep('ada@people.test', 'lin@people.test')
  expect(takeKeptText('profile', 'ada@people.test')).toBeUndefined()
  expect(takeKeptText('invitation', 'ada@people.test')).toEqual({ emails: 'lin@people.test' })
  expect(takeKeptText('invitation', 'ada@people.test')).toBeUndefined()
  expect(sessionStorage).toHaveLength(0)
})

test.each(['invitation', 'profile'])('another user gets nothing, and it is gone: %s', (form) => {
  keep('ada@people.test', 'lin@people.test')
  expect(takeKeptText(form, 'eve@people.test')).toBeUndefined()
  expect(sessionStorage).toHaveLength(0)
})

test('logging out leaves nothing', () => {
  keep('ada@people.test', 'lin@people.test')
  forgetKeptText()
  expect(sessionStorage).toHaveLength(0)
})

test('nothing is kept that is nobody’s, or too long', () => {
  keep(undefined, 'lin@people.test')
  keep('ada@people.test', 'x'.repeat(100_001))
  expect(sessionStorage).toHaveLength(0)
})

test.each(['{', '"text"', 'null'])('what somebody else stored there is nothing: %s', (stored) => {
  sessionStorage.setItem('unsavedText', stored)
  expect(takeKeptText('invitation', 'ada@people.test')).toBeUndefined()
})
