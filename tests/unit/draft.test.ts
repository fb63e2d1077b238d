// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest'
import { deleteDraft, keepDraft, takeDraft } from '../../src/ui/forms/draft'

beforeEach(() => sessionStorage.clear())

/** Keeps what somebody typed in the form of invitations. */
const keep = (user: string | undefined, emails: string) =>
  keepDraft({ form: 'invitation', user, texts: { emails } })

test('unsaved text returns once, to its user, in its form', () => {
  keep('ada@people.test', 'lin@people.test')
  expect(takeDraft('profile', 'ada@people.test')).toBeUndefined()
  expect(takeDraft('invitation', 'ada@people.test')).toEqual({ emails: 'lin@people.test' })
  expect(takeDraft('invitation', 'ada@people.test')).toBeUndefined()
  expect(sessionStorage).toHaveLength(0)
})

test.each(['invitation', 'profile'])(
  'another user gets nothing, and the text is deleted: %s',
  (form) => {
    keep('ada@people.test', 'lin@people.test')
    expect(takeDraft(form, 'eve@people.test')).toBeUndefined()
    expect(sessionStorage).toHaveLength(0)
  },
)

test('logging out deletes it', () => {
  keep('ada@people.test', 'lin@people.test')
  deleteDraft()
  expect(sessionStorage).toHaveLength(0)
})

test("text without an owner, or too long, isn't kept", () => {
  keep(undefined, 'lin@people.test')
  keep('ada@people.test', 'x'.repeat(100_001))
  expect(sessionStorage).toHaveLength(0)
})

test.each(['{', '"text"', 'null'])('foreign data in storage is ignored: %s', (stored) => {
  sessionStorage.setItem('unsavedText', stored)
  expect(takeDraft('invitation', 'ada@people.test')).toBeUndefined()
})
