import type { ReactNode } from 'react'

/** Fields in two columns; below 640 px in one. A field with `sm:col-span-2` takes both. */
export function Fields({ children }: { children: ReactNode }) {
  return <div className="grid gap-x-4 gap-y-4.5 *:min-w-0 sm:grid-cols-2">{children}</div>
}
