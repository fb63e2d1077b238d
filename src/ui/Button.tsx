import type { ComponentProps, MouseEvent, ReactElement } from 'react'
import { type ButtonStyle, buttonClasses } from './button-classes'
import { classNames } from './class-names'
import { Spinner } from './Spinner'

interface ButtonProps
  extends Omit<ComponentProps<'button'>, 'className' | 'aria-disabled'>,
    ButtonStyle {
  /** Shows a spinner and ignores clicks (D27). Unlike a `disabled` button it keeps the focus. */
  busy?: boolean | undefined
  /** Ignores clicks, and keeps the focus: for a button whose reason is said beside it. */
  'aria-disabled'?: boolean | undefined
  className?: string | undefined
  /** A text, or elements. Text beside an icon needs its own element. */
  children: string | ReactElement | readonly (ReactElement | false)[]
}

/** A button. It submits a form only with `type="submit"`. */
export function Button(props: ButtonProps) {
  const { look, size, busy = false, 'aria-disabled': isOff = false, onClick, ...others } = props
  const { className, type = 'button', children, ...rest } = others
  return (
    <button
      {...rest}
      type={type}
      onClick={busy || isOff ? doNothing : onClick}
      aria-disabled={busy || isOff || undefined}
      aria-busy={busy || undefined}
      className={buttonClasses(
        { look, size },
        classNames(isOff && !busy && 'opacity-55', className),
      )}
    >
      {busy && <Spinner />}
      {typeof children === 'string' ? <span>{children}</span> : children}
    </button>
  )
}

/** Drops a click, and keeps it from submitting the form. */
function doNothing(event: MouseEvent) {
  event.preventDefault()
}
