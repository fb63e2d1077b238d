import { type ReactNode, useId } from 'react'
import { ModalDialog } from './ModalDialog'

interface DialogProps {
  title: string
  children?: ReactNode
  /** A form whose last button confirms. */
  form?: ReactNode
  /**
   * The buttons in the order of D115. The confirming button comes first unless `form` has it, the harmless button
   * last.
   */
  actions: ReactNode
  /** Called on Escape. Stop rendering the dialog then. */
  onClose: () => void
  /** `alertdialog` interrupts, and is read out in full. */
  role?: 'alertdialog'
}

/** A modal question or message, open as long as it is rendered. */
export function Dialog({ title, children, form, actions, onClose, role }: DialogProps) {
  const id = useId()
  return (
    <ModalDialog
      open
      asks
      role={role}
      aria-labelledby={`${id}-title`}
      aria-describedby={children ? `${id}-text` : undefined}
      onClose={onClose}
      className="m-auto w-[calc(100%-32px)] max-w-[456px] rounded-card bg-surface p-6 text-ink shadow-pop forced-colors:border transition-[opacity,scale] duration-150 backdrop:bg-scrim starting:scale-97 starting:opacity-0 dark:bg-raised"
    >
      <h2 id={`${id}-title`} className="text-18 font-[650] tracking-[-0.02em] wrap-anywhere">
        {title}
      </h2>
      {children && (
        <div id={`${id}-text`} className="mt-2 space-y-2 text-14 text-ink-2 wrap-anywhere">
          {children}
        </div>
      )}
      {form && <div className="mt-4 [&_[type=submit]]:w-full">{form}</div>}
      <div className={`grid gap-3 ${form ? 'mt-3' : 'mt-6'}`}>{actions}</div>
    </ModalDialog>
  )
}
