import type { LucideIcon } from 'lucide-react'

interface LensProps {
  icon: LucideIcon
  /** Pixels: 168 in cards. */
  width?: 168 | 200 | 240
}

/** The product's logo, a chart under a lens, whose line isn't finished. */
export function Lens({ icon: Icon, width = 168 }: LensProps) {
  return (
    <svg
      width={width}
      height={width * 0.6}
      viewBox="0 0 200 120"
      fill="none"
      strokeLinecap="round"
      aria-hidden="true"
      className="max-w-full stroke-brand-500"
    >
      <path d="M6 24H194M6 52H194M6 80H194M6 108H194" className="stroke-line-2" strokeWidth="1.5" />
      <path d="M6 94C20 92 26 64 46 64S66 78 78 80" strokeWidth="3.5" />
      <path d="M146 50 194 8" className="stroke-plan-line" strokeWidth="3" strokeDasharray=".1 8" />
      <circle cx="112" cy="52" r="34" className="fill-surface" strokeWidth="5" />
      <path d="m137 77 21 21" strokeWidth="9" />
      <Icon x={95} y={35} size={34} strokeWidth={2.4} className="stroke-ink-3" />
    </svg>
  )
}
