// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { copyText } from '../../src/ui/toasts/copy-with-toast'

beforeEach(() => {
  document.body.innerHTML = '<button>Copy</button>'
  document.querySelector('button')?.focus()
})
afterEach(() => vi.unstubAllGlobals())

describe('with the Clipboard API', () => {
  test('copies the text', async () => {
    const writeText = vi.fn(async () => {})
    vi.stubGlobal('navigator', { clipboard: { writeText } })
    await copyText('a link')
    expect(writeText).toHaveBeenCalledExactlyOnceWith('a link')
  })

  test('passes a refusal on', async () => {
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

  test('selects and copies the text, and leaves nothing behind', async () => {
    const selected = browserThatCopies(true)
    await copyText('a link')
    expect(selected).toEqual(['a link'])
    expect(document.querySelector('textarea')).toBeNull()
    expect(document.activeElement).toBe(document.querySelector('button'))
  })

  test('fails if the browser does not copy, and leaves nothing behind', async () => {
    browserThatCopies(false)
    await expect(copyText('a link')).rejects.toThrow()
    expect(document.querySelector('textarea')).toBeNull()
    expect(document.activeElement).toBe(document.querySelector('button'))
  })
})
