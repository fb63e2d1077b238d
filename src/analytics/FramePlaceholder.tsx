import type { ReactNode } from 'react'
import { LoadingText } from '../ui/LoadingText'
import { Skeleton } from '../ui/Skeleton'

const card = 'rounded-14 border border-line bg-surface p-4'
const figures = ['first', 'second', 'third', 'fourth']

/** The skeleton of a dashboard, as high as its frame, with a text over its middle, unless it has a note. */
export function FramePlaceholder({ children }: { children?: ReactNode }) {
  return (
    <div className="relative h-frame">
      <div className="grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-12" aria-hidden="true">
        {figures.map((figure) => (
          <div key={figure} className={`${card} lg:col-span-3`}>
            <Skeleton className="h-2.5 w-15" />
            <Skeleton className="mt-2.5 h-5 w-21" />
            <Skeleton className="mt-2.5 h-2.5 w-12" />
          </div>
        ))}
        <div className={`${card} col-span-2 h-110 lg:col-span-8`}>
          <Skeleton className="h-3 w-30" />
        </div>
        <div className={`${card} col-span-2 h-110 lg:col-span-4`}>
          <Skeleton className="h-3 w-24" />
        </div>
      </div>
      <div className="absolute inset-x-0 top-72 flex -translate-y-1/2 justify-center px-4">
        {children || <LoadingText>Loading Dashboard...</LoadingText>}
      </div>
    </div>
  )
}
