import type { ComponentProps, ReactNode } from 'react'
import { classNames } from './class-names'

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'aria-label' | 'children'> {
  /** The accessible name: the button's action. */
  label: string
  /** The icon, 18 px, hidden from assistive technology. */
  children: ReactNode
}

/** A square button with an icon only. */
export function IconButton({ label, className, ...rest }: IconButtonProps) {
  return (
    <button
      {...rest}
      type="button"
      aria-label={label}
      className={classNames(
        'grid size-10 shrink-0 place-items-center rounded-control border border-line bg-surface text-ink-2 pointer-coarse:size-11',
        'hover:border-line-2 hover:text-ink active:bg-sunken',
        className,
      )}
    />
  )
}
