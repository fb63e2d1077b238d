import { createLink } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { classNames } from '../ui/class-names'

interface TextAnchorProps extends ComponentProps<'a'> {
  /** Whether the link is within a sentence: then its touch target doesn't move the lines apart. */
  inSentence?: boolean
}

function TextAnchor({ inSentence, className, ...rest }: TextAnchorProps) {
  return (
    <a
      {...rest}
      className={classNames(
        'rounded-6 font-semibold text-accent underline-offset-3 hover:underline',
        inSentence ? 'pointer-coarse:py-3.5' : 'inline-flex min-h-11 items-center',
        className,
      )}
    />
  )
}

/** A link within text of the signed-out screens. */
export const TextLink = createLink(TextAnchor)
