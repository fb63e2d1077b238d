import type { Ref } from 'react'

interface DashboardHeadingProps {
  ref?: Ref<HTMLHeadingElement>
  name: string
  hasTabs?: boolean
  /** The place of the buttons, which belong to the frame that shows. */
  actions: Ref<HTMLDivElement>
}

/** The head of a dashboard's card. */
export function DashboardHeading({ ref, name, hasTabs, actions }: DashboardHeadingProps) {
  return (
    <div className={`flex items-start justify-between gap-3 ${hasTabs ? 'mb-1' : 'mb-3'}`}>
      <h2 ref={ref} className="min-w-0 py-1.5 text-18 font-[650] tracking-[-0.02em] wrap-anywhere">
        <span dir="auto">{name}</span>
      </h2>
      <div ref={actions} className="flex min-h-10 shrink-0 gap-2 pointer-coarse:min-h-11" />
    </div>
  )
}
