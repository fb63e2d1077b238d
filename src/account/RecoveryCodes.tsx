import { Copy, Download } from 'lucide-react'
import { saveFile } from '../lib/save-file'
import { settings } from '../settings'
import { Button } from '../ui/Button'
import { UnsavedText } from '../ui/forms/UnsavedText'
import { copyWithToast } from '../ui/toasts/copy-with-toast'

/** Focuses the heading, because the focused form has gone. */
const takeFocus = (heading: HTMLElement | null) => heading?.focus()

export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const text = `${codes.join('\n')}\n`

  function download() {
    const about = `${settings.productName} recovery codes for ${location.origin}. Each works once.\n\n`
    const file = new Blob([about, text], { type: 'text/plain;charset=utf-8' })
    saveFile(`${settings.productName} recovery codes`, 'txt', file)
  }

  return (
    <div className="max-w-xl">
      <h3 ref={takeFocus} tabIndex={-1} className="font-semibold outline-none">
        Save these recovery codes
      </h3>
      <p className="mt-1 text-14 text-ink-2">
        Each signs you in once without your phone. They are shown only once: print them, or save
        them in a password manager.
      </p>
      <ul
        aria-label="Recovery codes"
        translate="no"
        className="my-4 grid gap-x-6 gap-y-1.5 rounded-control border border-line bg-sunken px-4 py-3.5 font-mono text-12h tabular-nums sm:grid-cols-2"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2.5">
        <Button onClick={onDone}>I’ve saved them</Button>
        <Button look="secondary" onClick={() => void copyWithToast('Recovery codes', text)}>
          <Copy className="size-4" />
          <span>Copy</span>
        </Button>
        <Button look="secondary" onClick={download}>
          <Download className="size-4" />
          <span>Download</span>
        </Button>
      </div>
      <UnsavedText
        unsaved
        title="Leave without your recovery codes?"
        text="They are not shown again. Without them and without your phone you can’t sign in."
      />
    </div>
  )
}
