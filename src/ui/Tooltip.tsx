import { type ReactNode, useEffect, useState } from 'react'

interface TooltipProps {
  /** The name of the button or link, which has the same `aria-label`. */
  text: string
  children: ReactNode
}

/**
 * Shows the name of an icon button below it: half a second after the pointer has come, at once for the keyboard. Escape
 * hides it. The last tooltip of a row ends with its button, so that it stays within the page.
 */
export function Tooltip({ text, children }: TooltipProps) {
  const [shownFor, setShownFor] = useState<'pointer' | 'keyboard' | null>(null)
  const hide = () => setShownFor(null)
  useEffect(() => {
    if (!shownFor) return
    const hideOnEscape = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') setShownFor(null)
    }
    window.addEventListener('keydown', hideOnEscape)
    return () => window.removeEventListener('keydown', hideOnEscape)
  }, [shownFor])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it shows the name that its button has anyway
    <span
      className="relative inline-flex justify-center last:justify-end"
      onPointerEnter={({ pointerType }) => pointerType === 'mouse' && setShownFor('pointer')}
      onPointerLeave={hide}
      onPointerDown={hide}
      onFocus={({ target }) => target.matches(':focus-visible') && setShownFor('keyboard')}
      onBlur={hide}
    >
      {children}
      {shownFor && (
        <span
          aria-hidden="true"
          className={`absolute top-full z-30 mt-1.5 rounded-6 bg-ink px-2 py-1 text-12 font-[550] whitespace-nowrap text-canvas transition-opacity starting:opacity-0 forced-colors:border print:hidden ${
            shownFor === 'pointer' ? 'delay-500' : ''
          }`}
        >
          {text}
        </span>
      )}
    </span>
  )
}
