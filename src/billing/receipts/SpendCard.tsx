import { type KeyboardEvent, useId, useState } from 'react'
import { moneyText } from '../../lib/format'
import { visitorLocale } from '../../lib/visitor-locale'
import { Card, CardHead } from '../../ui/Card'
import { LoadingText } from '../../ui/LoadingText'
import { Skeleton } from '../../ui/Skeleton'
import { axisStep, type Spend } from './spend'

/** The height of the chart, in steps of its axis: two, and room for a tip above the highest bar. */
const stepsHigh = 2.4
const axis = [0, 1, 2]
const chartClasses = 'relative flex max-h-90 min-h-49 grow gap-2.5 px-4 pt-3.5 pb-4 sm:px-6'

const monthText = (start: Date, month: 'short' | 'long', year?: 'numeric') =>
  start.toLocaleDateString(visitorLocale(), { month, ...(year && { year }), timeZone: 'UTC' })

interface SpendCardProps {
  spend: Spend
  currency: string
}

export function SpendCard({ spend: { months, total, isPartial }, currency }: SpendCardProps) {
  const titleId = useId()
  const [shown, setShown] = useState<number | null>(null)
  const money = (amount: number) => moneyText(amount, currency)
  const most = Math.max(...months.map(({ amount }) => amount))
  const highest = months.find(({ amount }) => amount === most)
  const step = axisStep(most)
  const last = months.length - 1

  function followKeys(event: KeyboardEvent) {
    const at = shown ?? last
    const next = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: last, Escape: null }[
      event.key
    ]
    if (next === undefined) return
    setShown(next === null ? null : Math.max(0, Math.min(last, next)))
    event.preventDefault()
  }

  return (
    <Card className="flex h-full flex-col">
      <CardHead
        title="Spend"
        titleId={titleId}
        text={`Last twelve months, ${isPartial ? `in ${currency} only, ` : ''}after refunds`}
        tools={
          <p className="min-w-24 overflow-x-clip text-end text-12h text-ink-3">
            <b className="block text-20 leading-6 font-[650] tracking-[-0.02em] text-ink tabular-nums">
              {money(total)}
            </b>
            <span>{`since ${monthText(months[0]?.start ?? new Date(), 'short', 'numeric')}`}</span>
          </p>
        }
      />
      {/* biome-ignore-start lint/a11y/noNoninteractiveTabindex: the arrow keys show a month's amount */}
      <div
        role="img"
        tabIndex={0}
        aria-label={`Spend by month. The most was ${money(most)}${highest ? `, in ${monthText(highest.start, 'long', 'numeric')}` : ''}.`}
        onKeyDown={followKeys}
        onFocus={() => setShown((at) => at ?? last)}
        onBlur={() => setShown(null)}
        onPointerLeave={({ pointerType }) => {
          if (pointerType === 'mouse') setShown(null)
        }}
        className={`${chartClasses} rounded-card focus-visible:-outline-offset-2`}
      >
        {/* biome-ignore-end lint/a11y/noNoninteractiveTabindex: see above */}
        <div className="mb-6.5 flex flex-col justify-end text-11h font-medium text-ink-3 tabular-nums">
          <div
            className="flex flex-col-reverse justify-between text-end"
            style={{ height: `${(2 / stepsHigh) * 100}%` }}
          >
            {axis.map((line) => (
              <span key={line} className="h-0 leading-0">
                {moneyText(line * step, currency, { isShort: true })}
              </span>
            ))}
          </div>
        </div>
        <div className="@container relative grow">
          <div className="absolute inset-x-0 top-0 bottom-6.5">
            {axis.map((line) => (
              <div
                key={line}
                className="absolute inset-x-0 border-t border-grid"
                style={{ bottom: `${(line / stepsHigh) * 100}%` }}
              />
            ))}
          </div>
          <div className="absolute inset-0 grid grid-cols-12">
            {months.map(({ start, amount, plans }, index) => (
              <div
                key={start.getTime()}
                onPointerEnter={() => setShown(index)}
                className="group relative flex flex-col items-center justify-end pb-6.5"
              >
                {index === shown && (
                  <div className="absolute inset-x-0.5 -top-1.5 bottom-5.5 rounded-6 bg-hover" />
                )}
                <div
                  className={`relative w-[58%] max-w-6.5 forced-colors:bg-[CanvasText] ${amount > 0 ? `min-h-0.5 rounded-t-[4px] ${index === last ? 'bg-bar-now' : 'bg-bar'}` : 'bg-line-2'}`}
                  style={{ height: amount > 0 ? `${(amount / (step * stepsHigh)) * 100}%` : 2 }}
                >
                  {index === shown && (
                    <div
                      className={`pointer-events-none absolute bottom-[calc(100%+8px)] z-1 rounded-8 border border-line-2 bg-raised px-2.5 py-1.5 text-12 whitespace-nowrap text-ink-3 shadow-card ${tipPlace(index, last)}`}
                    >
                      <b className="block text-13 leading-4 font-[650] text-ink tabular-nums">
                        {money(amount)}
                      </b>
                      {[monthText(start, 'short', 'numeric'), plans.join(', ')]
                        .filter(Boolean)
                        .join(' · ')}
                    </div>
                  )}
                </div>
                <span
                  className={`absolute bottom-0 text-11h max-sm:tracking-tight @max-[17.5rem]:group-odd:hidden ${index === last || index === shown ? 'font-semibold text-ink' : 'font-medium text-ink-3'}`}
                >
                  {monthText(start, 'short')}
                </span>
              </div>
            ))}
          </div>
        </div>
      </div>
      <table aria-labelledby={titleId} className="sr-only">
        <tbody>
          {months.map(({ start, amount }) => (
            <tr key={start.getTime()}>
              <th scope="row">{monthText(start, 'long', 'numeric')}</th>
              <td>{money(amount)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  )
}

/** Returns the classes of a tip's place above its bar, within the card. */
function tipPlace(index: number, last: number): string {
  if (index < 3) return 'start-0'
  return index > last - 3 ? 'end-0' : 'start-1/2 -translate-x-1/2 rtl:translate-x-1/2'
}

export function SpendSkeleton() {
  return (
    <Card className="flex h-full flex-col">
      <LoadingText unseen>Loading the spend…</LoadingText>
      <CardHead
        title="Spend"
        text="Last twelve months, after refunds"
        tools={<Skeleton className="h-10.5 w-24" />}
      />
      <div className={`${chartClasses} items-end`}>
        <Skeleton className="h-3/4 w-full" />
      </div>
    </Card>
  )
}
