// @vitest-environment happy-dom
import { expect, onTestFinished, test, vi } from 'vitest'
import { copyText } from '../../src/ui/toasts/copy-with-toast'

test.each([true, false])(
  'on plain http the text is selected and copied, and nothing is left behind: %s',
  async (copies) => {
    onTestFinished(() => void vi.unstubAllGlobals())
    vi.stubGlobal('navigator', {})
    document.body.innerHTML = '<button>Copy</button>'
    document.querySelector('button')?.focus()
    let selected = ''
    document.execCommand = () => {
      const field = document.activeElement as HTMLTextAreaElement
      selected = field.value.slice(field.selectionStart, field.selectionEnd)
      return copies
    }
    const copying = copyText('a link')
    await (copies ? copying : expect(copying).rejects.toThrow())
    expect(selected).toBe('a link')
    expect(document.querySelector('textarea')).toBeNull()
    expect(document.activeElement).toBe(document.querySelector('button'))
  },
)
