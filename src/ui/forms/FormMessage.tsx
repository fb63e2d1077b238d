import { CircleAlert, CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'

export interface FormTexts {
  text: string
  /** A second line, such as the server's text below the catalogue's (D27). */
  detail?: ReactNode
}

interface FormMessageProps extends FormTexts {
  id?: string
  tone: 'bad' | 'warn' | 'ok'
}

const looks = { bad: 'bg-bad-bg text-bad', warn: 'bg-warn-bg text-warn', ok: 'bg-ok-bg text-ok' }

/** The result of a submission, amber if only a part succeeded. A failure is announced when it appears; others show in `FormStatus`. */
export function FormMessage({ id, tone, text, detail }: FormMessageProps) {
  const Icon = tone === 'ok' ? CircleCheck : CircleAlert
  return (
    <div
      id={id}
      role={tone === 'bad' ? 'alert' : undefined}
      className={`flex gap-2.5 rounded-control px-3.5 py-2.75 text-14 font-medium ${looks[tone]}`}
    >
      <Icon className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
      <div className="min-w-0 wrap-anywhere">
        <p>{text}</p>
        {detail && <p className="mt-0.5 font-normal">{detail}</p>}
      </div>
    </div>
  )
}

/** The live region for a form's result other than a failure. It is rendered from the start, so that the text is announced. */
export function FormStatus({ children }: { children: ReactNode }) {
  return (
    <div role="status" className="empty:absolute">
      {children}
    </div>
  )
}
