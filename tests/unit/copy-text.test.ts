// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { copyText } from '../../src/lib/copy-text'

beforeEach(() => {
  document.body.innerHTML = '<button>Copy</button>'
  document.querySelector('button')?.focus()
})
afterEach(() => vi.unstubAllGlobals())

describe('with the Clipboard API', () => {
  test('the text is handed to it', async () => {
    const writeText = vi.fn(async () => {})
    vi.stubGlobal('navigator', { clipboard: { writeText } })
    await copyText('a link')
    expect(writeText).toHaveBeenCalledExactlyOnceWith('a link')
  })

  test('its refusal is passed on', async () => {
    vi.stubGlobal('navigator', {
      clipboard: { writeText: () => Promise.reject(new Error('Not allowed')) },
    })
    await expect(copyText('a link')).rejects.toThrow('Not allowed')
  })
})

describe('without it, on plain http', () => {
  /** What was selected when the browser was told to copy. */
  function browserThatCopies(copies: boolean) {
    const selected: string[] = []
    vi.stubGlobal('navigator', {})
    document.execCommand = () => {
      const field = document.activeElement
      if (!(field instanceof HTMLTextAreaElement)) return false
      selected.push(field.value.slice(field.selectionStart, field.selectionEnd))
      return copies
    }
    return selected
  }

  test('the text is selected and copied, and nothing of that is left', async () => {
    const selected = browserThatCopies(true)
    await copyText('a link')
    expect(selected).toEqual(['a link'])
    expect(document.querySelector('textarea')).toBeNull()
    expect(document.activeElement).toBe(document.querySelector('button'))
  })

  test('a browser that does not copy is a failure, and leaves nothing either', async () => {
    browserThatCopies(false)
    await expect(copyText('a link')).rejects.toThrow()
    expect(document.querySelector('textarea')).toBeNull()
    expect(document.activeElement).toBe(document.querySelector('button'))
  })
})
