import type { ComponentProps, MouseEvent, ReactElement } from 'react'
import { type ButtonLook, buttonClasses } from './button-classes'
import { Spinner } from './Spinner'

interface ButtonProps extends Omit<ComponentProps<'button'>, 'className'> {
  look?: ButtonLook | undefined
  /** Shows a spinner and ignores clicks (D27). Unlike a `disabled` button it keeps the focus. */
  busy?: boolean | undefined
  className?: string | undefined
  /** Text, or elements: text beside an icon has an element of its own. */
  children: string | ReactElement | readonly (ReactElement | false)[]
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
      {typeof children === 'string' ? <span>{children}</span> : children}
    </button>
  )
}

/** Nor does the form submit. */
function doNothing(event: MouseEvent) {
  event.preventDefault()
}
