import type { ComponentProps, ReactNode } from 'react'
import { type IconButtonLook, iconButtonClasses } from './button-classes'

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'aria-label' | 'children'> {
  /** The accessible name: the button's action. */
  label: string
  look?: IconButtonLook
  /** The icon, 18 px, hidden from assistive technology. */
  children: ReactNode
}

/** A square button with an icon only. */
export function IconButton({ label, look = 'framed', className, ...rest }: IconButtonProps) {
  return (
    <button
      {...rest}
      type="button"
      aria-label={label}
      className={iconButtonClasses(look, className)}
    />
  )
}
