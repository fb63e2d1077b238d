// @vitest-environment happy-dom
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import {
  forgetKeptText,
  guardUnsavedText,
  keepUnsavedText,
  takeKeptText,
} from '../../src/ui/forms/unsaved-text'

beforeEach(() => sessionStorage.clear())

/** Types into a form, and has the session end. */
function typeAndKeep(user: string | undefined, text: string) {
  const typed = { form: 'invitation', user, texts: { emails: text } }
  onTestFinished(guardUnsavedText(vi.fn(), () => typed))
  keepUnsavedText()
}

test('what was typed is given back once, to its user, in its form', () => {
  typeAndKeep('ada@people.test', 'lin@people.test')
  expect(takeKeptText('profile', 'ada@people.test')).toBeUndefined()
  expect(takeKeptText('invitation', 'ada@people.test')).toEqual({ emails: 'lin@people.test' })
  expect(takeKeptText('invitation', 'ada@people.test')).toBeUndefined()
  expect(sessionStorage).toHaveLength(0)
})

test.each(['invitation', 'profile'])('another user gets nothing, and it is gone: %s', (form) => {
  typeAndKeep('ada@people.test', 'lin@people.test')
  expect(takeKeptText(form, 'eve@people.test')).toBeUndefined()
  expect(sessionStorage).toHaveLength(0)
})

test('logging out leaves nothing', () => {
  typeAndKeep('ada@people.test', 'lin@people.test')
  forgetKeptText()
  expect(sessionStorage).toHaveLength(0)
})

test('nothing is kept that is nobody’s, saved, or too long', () => {
  typeAndKeep(undefined, 'lin@people.test')
  typeAndKeep('ada@people.test', 'x'.repeat(100_001))
  guardUnsavedText(vi.fn(), vi.fn())()
  keepUnsavedText()
  expect(sessionStorage).toHaveLength(0)
})

test.each(['{', '"text"', 'null'])('what somebody else stored there is nothing: %s', (stored) => {
  sessionStorage.setItem('unsavedText', stored)
  expect(takeKeptText('invitation', 'ada@people.test')).toBeUndefined()
})
