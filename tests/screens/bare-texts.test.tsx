import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { takeBareTexts } from '../support/bare-texts'

test.each([
  ['inserted before', (isOn: boolean) => [isOn && <i key="i" />, 'Save']],
  ['removed', (isOn: boolean) => [<i key="i" />, isOn ? <b key="b">Saved</b> : 'Save']],
  ['changed', (isOn: boolean) => [<i key="i" />, isOn ? 'Saving' : 'Save']],
])('a text is noted that breaks on a translated page: %s', (what, content) => {
  const { rerender } = render(<p>{content(false)}</p>)
  expect(takeBareTexts()).toEqual([])
  rerender(<p>{content(true)}</p>)
  expect(takeBareTexts()).toEqual([expect.stringMatching(new RegExp(`^${what}: “Sav`))])
})

test('a text with an element of its own is safe', () => {
  const content = (isOn: boolean) => [
    isOn && <i key="i" />,
    <b key="b">{isOn ? 'Saving' : 'Save'}</b>,
  ]
  const { rerender } = render(<p>{content(false)}</p>)
  rerender(<p>{content(true)}</p>)
  rerender(<p>{content(false)}</p>)
  expect(takeBareTexts()).toEqual([])
})
