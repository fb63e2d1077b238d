import { useId } from 'react'

/** The product's mark, a chart under a lens, and its name. */
export function Logo({ name }: { name: string }) {
  const gradient = useId()
  return (
    <span
      translate="no"
      className="inline-flex items-center gap-2.5 text-18 font-[650] tracking-[-0.035em] text-ink"
    >
      <svg viewBox="0 0 32 32" className="size-[30px] shrink-0" aria-hidden="true">
        <defs>
          <linearGradient id={gradient} x1="0" y1="0" x2="1" y2="1">
            <stop stopColor="#7c89ff" />
            <stop offset=".5" stopColor="#4f61ff" />
            <stop offset="1" stopColor="#323cb9" />
          </linearGradient>
        </defs>
        <rect width="32" height="32" rx="9" fill={`url(#${gradient})`} />
        <g fill="none" stroke="#fff" strokeWidth="2" strokeLinecap="round" strokeLinejoin="round">
          <circle cx="15" cy="15" r="6.5" />
          <path d="m20 20 4 4" />
          <path d="m12 16.5 2-2.5 2 1.5 2-3" strokeWidth="1.6" />
        </g>
      </svg>
      {name}
    </span>
  )
}
