import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { type ButtonLook, buttonClasses } from './button-classes'
import { Spinner } from './Spinner'

interface ButtonProps extends Omit<ComponentProps<'button'>, 'className'> {
  look?: ButtonLook | undefined
  /** Shows a spinner and ignores clicks (D27). Unlike a `disabled` button it keeps the focus. */
  busy?: boolean | undefined
  className?: string | undefined
  children: ReactNode
}

/** A button; it does not submit a form unless told to by `type`. */
export function Button({
  look = 'primary',
  busy = false,
  onClick,
  className,
  type = 'button',
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      onClick={busy ? doNothing : onClick}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      className={buttonClasses(look, className)}
    >
      {busy && <Spinner />}
      {children}
    </button>
  )
}

/** Nor does the form submit. */
function doNothing(event: MouseEvent) {
  event.preventDefault()
}
