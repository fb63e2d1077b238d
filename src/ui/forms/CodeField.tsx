import { type SyntheticEvent, useContext, useEffect, useRef, useState } from 'react'
import { exactText } from '../../../contract/pasted-text'
import { asciiDigits } from '../../lib/ascii-digits'
import { FormErrors } from './submission'
import { TextField } from './TextField'

const kinds = {
  app: {
    label: 'Code',
    hint: 'Enter the code from your authenticator app.',
    autoComplete: 'one-time-code',
    inputMode: 'numeric',
    other: 'Use a recovery code',
  },
  recovery: {
    label: 'Recovery code',
    hint: 'Use one of your saved codes. Each works once.',
    autoComplete: 'off',
    inputMode: 'text',
    other: 'Use your app',
  },
} as const

export interface CodeFieldProps {
  name: string
  /** Whether it takes the focus when it mounts. */
  takesFocus?: boolean
  /** Whether a recovery code is accepted too. */
  recovery?: boolean
  /** Whether the sixth digit submits its form. */
  submits?: boolean | undefined
}

/**
 * A field for an authenticator app's code, typed or pasted, or for a recovery code. It is the form's last field;
 * the button to switch kinds comes after it (D27).
 */
export function CodeField(props: CodeFieldProps) {
  const { name, takesFocus = false, recovery = true, submits = true } = props
  const [kind, setKind] = useState<keyof typeof kinds>('app')
  const { fields, forget } = useContext(FormErrors)
  const isWrong = Boolean(fields[name])
  const place = useRef<HTMLDivElement>(null)
  const { other, ...field } = kinds[kind]
  useEffect(() => {
    if (takesFocus) focusInput(place.current)
  }, [takesFocus])
  useEffect(() => {
    // The next code takes the place of the wrong one: the field may have had the focus all along.
    if (isWrong) place.current?.querySelector('input')?.select()
  }, [isWrong])

  function tidy({ currentTarget: target, nativeEvent }: SyntheticEvent<HTMLInputElement>) {
    // Browsers must not be interrupted while they compose digits.
    if (kind !== 'app' || (nativeEvent as InputEvent).isComposing) return
    const code = exactText(asciiDigits(target.value)).replace(/[^\p{L}\p{N}]/gu, '')
    if (code !== target.value) target.value = code
    if (submits && /^\d{6}$/.test(code)) target.form?.requestSubmit()
  }

  function choose() {
    setKind(kind === 'app' ? 'recovery' : 'app')
    // The error is about the other kind of code.
    forget([name])
    // The new field mounts after this event.
    requestAnimationFrame(() => focusInput(place.current))
  }

  return (
    <div ref={place}>
      <TextField
        // The other kind is a new field: the text doesn't fit it.
        key={kind}
        {...field}
        name={name}
        autoCapitalize="none"
        spellCheck={false}
        onChange={tidy}
        onCompositionEnd={tidy}
        onFocus={({ target }) => target.select()}
      />
      {recovery && (
        <button
          type="button"
          onClick={choose}
          className="mt-1.5 rounded-6 text-12h font-semibold text-accent underline-offset-3 hover:underline pointer-coarse:min-h-11"
        >
          {other}
        </button>
      )}
    </div>
  )
}

const focusInput = (place: HTMLElement | null) => place?.querySelector('input')?.focus()
