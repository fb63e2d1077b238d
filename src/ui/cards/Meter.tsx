import { useId } from 'react'

interface MeterProps {
  name: string
  used: number
  /** Null: unlimited. */
  limit: number | null
  /** The number held for later, such as for invitations. */
  held?: number
}

/** The smallest limit of which 80 % is near the end. */
const leastWarned = 5

/** How much of a limit is used. It is amber from 80 % on. */
export function Meter({ name, used, limit, held = 0 }: MeterProps) {
  const id = useId()
  const isNearEnd = limit !== null && limit >= leastWarned && used + held >= limit * 0.8
  const part = (count: number) => ({ width: `${Math.min(100, (count / (limit || 1)) * 100)}%` })
  const heldText = held > 0 ? `${held} held` : ''
  return (
    <div className="min-w-0">
      {/* The widths don't depend on the texts, which are wider before the font has come. */}
      <div className="grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)] text-12h text-ink-3">
        <span id={id}>{name}</span>
        <span className="text-end">
          <b className="font-semibold text-ink tabular-nums">
            {limit === null ? 'Unlimited' : `${used} of ${limit}`}
          </b>
          {heldText && <span>{` · ${heldText}`}</span>}
        </span>
      </div>
      {limit !== null && (
        // biome-ignore lint/a11y/useSemanticElements: a native meter shows no second part
        <div
          role="meter"
          aria-labelledby={id}
          aria-valuemin={0}
          aria-valuemax={limit}
          aria-valuenow={Math.min(used, limit)}
          aria-valuetext={[`${used} of ${limit}`, heldText].filter(Boolean).join(', ')}
          className="mt-1.5 flex h-1.5 gap-0.5 overflow-hidden rounded-[3px] bg-meter *:rounded-[3px] forced-colors:border forced-colors:*:bg-[CanvasText]"
        >
          {used > 0 && (
            <div className={isNearEnd ? 'bg-meter-warn' : 'bg-meter-fill'} style={part(used)} />
          )}
          {held > 0 && <div className="bg-bar opacity-55" style={part(held)} />}
        </div>
      )}
    </div>
  )
}
