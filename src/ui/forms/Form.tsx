import { type ReactNode, useEffect, useRef } from 'react'
import { markInteractive } from '../../lib/interactive'

interface FormProps {
  /** A submission is under way: another one is ignored (D27). */
  busy: boolean
  /** May answer a promise: until it settles, another submission is ignored too. */
  onSubmit: (data: FormData) => undefined | Promise<unknown>
  /** Changes with every refused submission; the focus then goes to the first wrong field (D27). */
  refusal: unknown
  label: string
  children: ReactNode
  className?: string
}

/**
 * A form of native inputs. The browser's own validation is off: the specification's texts are shown
 * instead (D27). Fields are uncontrolled, so nothing typed is lost when a submission fails.
 */
export function Form({ busy, onSubmit, refusal, label, children, className }: FormProps) {
  const form = useRef<HTMLFormElement>(null)
  const underWay = useRef(false)
  // A form is what a first screen is for: once it answers, what was held back may come.
  useEffect(markInteractive, [])

  useEffect(() => {
    if (!refusal) return
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [refusal])

  return (
    <form
      ref={form}
      noValidate
      // Sent before the app is there, or without JavaScript, a form puts nothing into the address.
      method="post"
      aria-label={label}
      className={className}
      onSubmit={(event) => {
        event.preventDefault()
        // `busy` arrives with the next render; two submissions may come before it.
        if (busy || underWay.current) return
        underWay.current = true
        const settle = () => {
          underWay.current = false
        }
        Promise.resolve(onSubmit(new FormData(event.currentTarget))).then(settle, settle)
      }}
    >
      {children}
    </form>
  )
}
