import { createLink } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { type ButtonStyle, buttonClasses } from './button-classes'

interface ButtonAnchorProps extends ComponentProps<'a'>, ButtonStyle {}

/** A link to another document that looks like a button. */
export function ButtonAnchor({ look, size, className, ...rest }: ButtonAnchorProps) {
  return <a {...rest} className={buttonClasses({ look, size }, className)} />
}

/** A link to a page of the app that looks like a button. */
export const ButtonLink = createLink(ButtonAnchor)
