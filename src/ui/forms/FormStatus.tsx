import type { ReactNode } from 'react'

/** Where a form says that something worked: there from the start, so that it is announced. */
export function FormStatus({ children }: { children: ReactNode }) {
  return (
    <div role="status" className="empty:absolute">
      {children}
    </div>
  )
}
