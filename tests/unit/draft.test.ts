// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest'
import { addRecent, recentIds } from '../../src/shell/palette/recent'
import {
  askBeforeLeaving,
  hasUnsavedText,
  keepDraft,
  leaveWhenSaved,
  readDraft,
} from '../../src/ui/forms/unsaved-text'

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

test('each loss is asked about before the page is left', () => {
  const [leave, first, second] = [vi.fn(), vi.fn(), vi.fn()]
  keep('ada@people.test', 'lin@people.test')
  askBeforeLeaving(first, undefined)
  const isSaved = askBeforeLeaving(second, 'invitation')
  leaveWhenSaved(leave)
  expect(second).not.toHaveBeenCalled()
  first.mock.lastCall?.[0]()
  expect([second.mock.calls.length, leave.mock.calls.length]).toEqual([1, 0])
  second.mock.lastCall?.[0]()
  expect([leave.mock.calls.length, hasUnsavedText()]).toEqual([1, false])
  // The user has left: the text stays until they are back.
  isSaved()
  expect(readDraft('invitation', 'ada@people.test')).toEqual({ emails: 'lin@people.test' })
  askBeforeLeaving(first, 'invitation')()
  expect(readDraft('invitation', 'ada@people.test')).toBeUndefined()
})

test('the five commands that were chosen last are remembered, the latest first', () => {
  for (const id of ['1', '2', '3', '4', '5', '6', '3']) addRecent('ada@people.test', id)
  expect(recentIds('ada@people.test')).toEqual(['3', '6', '5', '4', '2'])
})
