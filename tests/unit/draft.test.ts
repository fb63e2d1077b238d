// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest'
import {
  deleteDrafts,
  keepDraft,
  readDraft,
  replaceSignedOutTexts,
} from '../../src/ui/forms/unsaved-text'

beforeEach(() => sessionStorage.clear())

/** Keeps what somebody typed in the form of invitations. */
const keep = (user: string | undefined, emails: string) =>
  keepDraft({ form: 'invitation', user, texts: { emails } })

test('unsaved text returns to its user, in its form, beside that of other forms', () => {
  keep('ada@people.test', 'lin@people.test')
  keepDraft({ form: 'profile', user: 'ada@people.test', texts: { full_name: 'Ada' } })
  expect(readDraft('invitation', 'ada@people.test')).toEqual({ emails: 'lin@people.test' })
  expect(readDraft('profile', 'ada@people.test')).toEqual({ full_name: 'Ada' })
})

test.each(['invitation', 'profile'])(
  'another user gets nothing, and the text is deleted: %s',
  (form) => {
    keep('ada@people.test', 'lin@people.test')
    expect(readDraft(form, 'eve@people.test')).toBeUndefined()
    expect(sessionStorage).toHaveLength(0)
  },
)

test('typing on the sign-in loses nothing of what waits for its user', () => {
  keep('ada@people.test', 'lin@people.test')
  replaceSignedOutTexts({ 'account address': 'ada@people.test' })
  expect(readDraft('invitation', 'ada@people.test')).toEqual({ emails: 'lin@people.test' })
})

test('logging out deletes it', () => {
  keep('ada@people.test', 'lin@people.test')
  deleteDrafts()
  expect(sessionStorage).toHaveLength(0)
})

test("text without an owner isn't kept", () => {
  keep(undefined, 'lin@people.test')
  expect(sessionStorage).toHaveLength(0)
})

test.each(['{', '"text"', 'null'])('foreign data in storage is ignored: %s', (stored) => {
  sessionStorage.setItem('unsavedText', stored)
  expect(readDraft('invitation', 'ada@people.test')).toBeUndefined()
})
