/** The heading above a dashboard. */
export function DashboardHeading({ name, hasTabs }: { name: string; hasTabs?: boolean }) {
  return (
    <h2
      className={`${hasTabs ? 'mb-2' : 'mb-4'} text-18 font-[650] tracking-[-0.02em] wrap-anywhere`}
    >
      <span dir="auto">{name}</span>
    </h2>
  )
}
