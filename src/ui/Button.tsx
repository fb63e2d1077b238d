import type { ComponentProps, ReactNode } from 'react'
import { type ButtonLook, buttonClasses } from './button-classes'
import { Spinner } from './Spinner'

interface ButtonProps extends Omit<ComponentProps<'button'>, 'className'> {
  look?: ButtonLook
  /** Work is under way: a spinner stands before the label and the button can't be pressed (D27). */
  busy?: boolean
  className?: string
  children: ReactNode
}

/** A button; it does not submit a form unless told to by `type`. */
export function Button({
  look = 'primary',
  busy = false,
  disabled,
  className,
  type = 'button',
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      className={buttonClasses(look, className)}
    >
      {busy && <Spinner />}
      {children}
    </button>
  )
}
