import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'

interface DialogProps {
  title: string
  /** What it is about, in a sentence or two. */
  children?: ReactNode
  /** The buttons. The first one gets the focus: put the harmless one there. */
  actions: ReactNode
  /** The user closes it: Escape. To be answered by no longer rendering it. */
  onClose: () => void
  /** `alertdialog`: it interrupts, and is read out with all it says. */
  role?: 'alertdialog'
}

/**
 * Asks or tells something before anything else goes on. A native dialog keeps the focus inside and
 * gives it back, closes on Escape and lies above everything (D18). Rendered means open.
 */
export function Dialog({ title, children, actions, onClose, role }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()

  // In time for the dialog to give the focus back: later, it is no longer in the page.
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])

  return (
    <dialog
      ref={dialog}
      role={role}
      aria-labelledby={`${id}-title`}
      aria-describedby={children ? `${id}-text` : undefined}
      onClose={(event) => {
        // Strict mode closes and opens it again before this is heard.
        if (!event.currentTarget.open) onClose()
      }}
      className="m-auto w-[calc(100%-32px)] max-w-[440px] rounded-card border border-line bg-surface p-6 text-ink shadow-card transition-[opacity,scale] duration-150 backdrop:bg-[rgb(11_15_30/0.5)] starting:scale-97 starting:opacity-0 dark:bg-raised"
    >
      <h2 id={`${id}-title`} className="text-18 font-[650] tracking-[-0.02em] wrap-anywhere">
        {title}
      </h2>
      {children && (
        <div id={`${id}-text`} className="mt-2 space-y-2 text-14 text-ink-2 wrap-anywhere">
          {children}
        </div>
      )}
      <div className="mt-6 flex flex-wrap justify-end gap-3">{actions}</div>
    </dialog>
  )
}
