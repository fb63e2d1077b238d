// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest'
import { keepDraft, readDraft } from '../../src/ui/forms/unsaved-text'

beforeEach(() => sessionStorage.clear())

/** Keeps what somebody typed in the form of invitations. */
const keep = (user: string | undefined, emails: string) =>
  keepDraft({ form: 'invitation', user, texts: { emails } })

test.each(['invitation', 'profile'])(
  'another user gets nothing, and the text is deleted: %s',
  (form) => {
    keep('ada@people.test', 'lin@people.test')
    expect(readDraft(form, 'eve@people.test')).toBeUndefined()
    expect(sessionStorage).toHaveLength(0)
  },
)

test("text without an owner isn't kept", () => {
  keep(undefined, 'lin@people.test')
  expect(sessionStorage).toHaveLength(0)
})

test.each(['{', '"text"', 'null'])('foreign data in storage is ignored: %s', (stored) => {
  sessionStorage.setItem('unsavedText', stored)
  expect(readDraft('invitation', 'ada@people.test')).toBeUndefined()
})
