import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Button } from '../Button'
import type { ButtonStyle } from '../button-classes'
import { CardFoot } from '../cards/CardFoot'
import { FormMessage, FormStatus, type FormTexts } from './FormMessage'
import {
  type FormCheck,
  FormErrors,
  readForm,
  type SubmissionErrors,
  type Typed,
  type WrongFields,
} from './submission'

export interface FormProps<Name extends string> {
  label: string
  check: FormCheck<Name>
  /** Returns the form's own text about wrong fields, shown above them. */
  summaryOf?: (wrong: WrongFields) => string | undefined
  /** Whether submissions are ignored: one is pending, or the last one is leaving the page (D27). */
  busy: boolean | undefined
  /** The refusal of the last submission, by the server or on the way to it. */
  refusal: SubmissionErrors | false
  /** The result of a successful submission, with a tone if only a part succeeded. */
  success?: (FormTexts & { tone?: 'ok' | 'warn' }) | false | undefined
  /** Receives checked input. Until its promise settles, another submission is ignored too. */
  onSubmit: (typed: Typed<Name>) => Promise<unknown>
  action: string
  actionLook?: ButtonStyle['look']
  actionDisabled?: boolean
  /** Called by the button 'Cancel', which the form has then. */
  onCancel?: () => void
  /** Makes the form a whole card: its fields, and a foot with the buttons. */
  card?: {
    /** The text of the foot, unless there is something to discard. */
    hint?: ReactNode
    /** Whether the fields have unsaved text: the button is secondary until then. */
    isChanged: boolean
    /** Called by the button 'Discard', which the form has while it has unsaved text. */
    onDiscard?: () => void
  }
  /** The content below the only field of the form, whose button then stands beside that field (on phones below it). */
  below?: ReactNode
  children: ReactNode
}

/**
 * A form of native inputs: it marks the fields that its check or the server finds wrong, and focuses the first
 * one. The browser's own validation is off: the specification's texts are shown instead.
 * Fields are uncontrolled, so nothing typed is lost when a submission fails.
 */
export function Form<Name extends string>(props: FormProps<Name>) {
  const { busy, refusal, success, card, below } = props
  const form = useRef<HTMLFormElement>(null)
  const isSending = useRef(false)
  const messageId = useId()
  /** Errors found by the check. Null: `refusal` has the errors of the last submission. */
  const [found, setFound] = useState<WrongFields | null>(null)
  const [forgotten, forget] = useState<readonly string[]>([])

  const isRefused = !busy && !found && refusal !== false
  useEffect(() => {
    if (isRefused) focusWrong(form.current)
  }, [isRefused])

  function submit(typed: Typed<Name>) {
    // `busy` comes with the next render. Two submissions may come before.
    if (busy || isSending.current) return
    const wrong = props.check(typed)
    const isRight = Object.values(wrong).every((text) => text === null)
    forget([])
    if (!isRight) {
      flushSync(() => setFound(wrong))
      return focusWrong(form.current)
    }
    setFound({})
    isSending.current = true
    const settle = () => {
      isSending.current = false
      setFound(null)
    }
    props.onSubmit(typed).then(settle, settle)
  }

  function discard() {
    setFound(null)
    // The clicked button disappears.
    form.current?.querySelector<HTMLElement>('[type="submit"]')?.focus()
    card?.onDiscard?.()
  }

  const { text, detail, fields }: SubmissionErrors = found
    ? { text: props.summaryOf?.(found), fields: found }
    : (!busy && refusal) || {}
  const [words, more] = [text, !fields && detail].filter(Boolean)
  const shown = Object.entries(fields ?? {}).filter(([name]) => !forgotten.includes(name))
  const action = (
    <Button
      type="submit"
      look={props.actionLook ?? (card?.isChanged === false ? 'secondary' : 'primary')}
      busy={busy}
      disabled={props.actionDisabled}
    >
      {props.action}
    </Button>
  )
  const canDiscard = card?.isChanged && card.onDiscard !== undefined
  const message = words && <FormMessage id={messageId} tone="bad" text={words} detail={more} />
  const isLine = below !== undefined
  const fieldsOfForm = (
    <FormErrors
      value={{ fields: Object.fromEntries(shown), messageId: words && messageId, forget }}
    >
      {props.children}
    </FormErrors>
  )
  const content = (
    <>
      {/* Above the wrong fields, of which the first gets the focus. Otherwise beside the button, which has it. */}
      {fields && message}
      {isLine ? (
        // The button is beside the field, not its label or error.
        <div className="grid gap-3 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-start sm:*:[button]:mt-6">
          {fieldsOfForm}
          {action}
        </div>
      ) : (
        fieldsOfForm
      )}
      {below}
      {!fields && message}
      <FormStatus>{success && !found && <FormMessage tone="ok" {...success} />}</FormStatus>
    </>
  )
  return (
    <form
      ref={form}
      noValidate
      // If it is submitted before the app has loaded, or without JavaScript, nothing goes into the address.
      method="post"
      aria-label={props.label}
      className={card ? undefined : isLine ? 'grid grid-cols-1 gap-4' : 'space-y-4.5'}
      onSubmit={(event) => {
        event.preventDefault()
        submit(readForm(event.currentTarget))
      }}
      // Typing into a field removes its error.
      onChange={({ target }) => {
        if (found) setFound({ ...found, [target.name]: null })
      }}
    >
      {card ? (
        <>
          <div className="grid gap-5 p-4 sm:p-6">{content}</div>
          <CardFoot hint={canDiscard ? 'You have unsaved changes.' : card.hint}>
            {canDiscard && (
              <Button look="quiet" disabled={busy} onClick={discard}>
                Discard
              </Button>
            )}
            {action}
          </CardFoot>
        </>
      ) : (
        <>
          {content}
          {!isLine && (
            <div className="flex flex-wrap gap-3">
              {action}
              {props.onCancel && (
                // A pending request can't be cancelled.
                <Button look="secondary" disabled={busy} onClick={props.onCancel}>
                  Cancel
                </Button>
              )}
            </div>
          )}
        </>
      )}
    </form>
  )
}

function focusWrong(form: HTMLFormElement | null): void {
  form?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
}
