import type { ReactNode } from 'react'

/** The live region for a form's success: rendered from the start, so that it is announced. */
export function FormStatus({ children }: { children: ReactNode }) {
  return (
    <div role="status" className="empty:absolute">
      {children}
    </div>
  )
}
