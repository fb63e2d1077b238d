import type { Ref } from 'react'

interface DashboardHeadingProps {
  ref?: Ref<HTMLHeadingElement>
  name: string
  hasTabs?: boolean
}

/** The heading above a dashboard. */
export function DashboardHeading({ ref, name, hasTabs }: DashboardHeadingProps) {
  return (
    <h2
      ref={ref}
      className={`${hasTabs ? 'mb-2' : 'mb-4'} text-18 font-[650] tracking-[-0.02em] wrap-anywhere`}
    >
      <span dir="auto">{name}</span>
    </h2>
  )
}
