import type { ComponentProps, ReactNode } from 'react'
import { type IconButtonLook, iconButtonClasses } from './button-classes'
import { Spinner } from './Spinner'

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'aria-label' | 'children'> {
  /** The accessible name: the button's action. */
  label: string
  look?: IconButtonLook
  /** Shows a spinner and ignores clicks (D27). */
  busy?: boolean
  /** The icon, 18 px, hidden from assistive technology. */
  children: ReactNode
}

export function IconButton(props: IconButtonProps) {
  const { label, look = 'framed', busy = false, onClick, className, children, ...rest } = props
  return (
    <button
      {...rest}
      type="button"
      aria-label={label}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={busy ? undefined : onClick}
      className={iconButtonClasses(look, className)}
    >
      {busy ? <Spinner /> : children}
    </button>
  )
}
