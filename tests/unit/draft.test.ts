// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest'
import {
  askBeforeLeaving,
  hasUnsavedText,
  keepDraft,
  leaveWhenSaved,
  readDraft,
} from '../../src/ui/forms/unsaved-text'

beforeEach(() => sessionStorage.clear())

const keep = (user: string | undefined, emails: string) =>
  keepDraft({ form: 'invitation', user, texts: { emails } })

test('another user gets nothing, the text is deleted, and without an owner none is kept', () => {
  for (const form of ['invitation', 'profile']) {
    keep('ada@people.test', 'lin@people.test')
    expect(readDraft(form, 'eve@people.test')).toBeUndefined()
    expect(sessionStorage).toHaveLength(0)
  }
  keep(undefined, 'lin@people.test')
  expect(sessionStorage).toHaveLength(0)
})

test('each loss is asked about before the page is left', () => {
  const [leave, first, second] = [vi.fn(), vi.fn(), vi.fn()]
  keep('ada@people.test', 'lin@people.test')
  keepDraft({ form: 'profile', user: 'ada@people.test', texts: {} })
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
