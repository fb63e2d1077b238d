import { createLink } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { classNames } from '../ui/class-names'

function TextAnchor({ className, ...rest }: ComponentProps<'a'>) {
  return (
    <a
      {...rest}
      className={classNames(
        'rounded-6 font-semibold text-accent underline-offset-3 hover:underline pointer-coarse:inline-flex pointer-coarse:min-h-11 pointer-coarse:items-center',
        className,
      )}
    />
  )
}

/** A link within text of the signed-out screens. */
export const TextLink = createLink(TextAnchor)
