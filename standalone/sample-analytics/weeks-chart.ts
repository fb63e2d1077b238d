import type { Point } from '../../contract/sample-analytics/analytics'
import type { Unit } from '../../contract/sample-analytics/kinds'
import { type Chart, colour, drawChart, periodAxis, scaleOf, valueAxis } from './chart'
import type { ChartCard } from './chart-card'
import type { Formats } from './formats'
import { valueSteps } from './value-steps'

/** Draws a line of weekly values. Its axis doesn't start at zero, which would flatten it: so there is no filled area. */
export function drawWeeksChart(
  card: ChartCard,
  weeks: Point[],
  unit: Unit,
  formats: Formats,
): Chart {
  const values = weeks.map(({ value }) => value)
  const steps = valueSteps(Math.min(...values), Math.max(...values))
  return drawChart(card.plot, values, {
    padding: [8, 20, 0, 0],
    scales: {
      x: { time: false },
      y: scaleOf(steps),
    },
    axes: [
      periodAxis(
        weeks.map(({ start }) => formats.shortDay(start)),
        64,
      ),
      valueAxis(steps, formats.units[unit].short),
    ],
    series: [
      {},
      {
        width: 2,
        stroke: () => colour('--chart-strong'),
        points: {
          filter: () => [weeks.length - 1],
          size: 13,
          width: 2,
          stroke: () => colour('--chart-background'),
          fill: () => colour('--chart-strong'),
        },
      },
    ],
    cursor: {
      y: false,
      points: {
        size: 9,
        width: 2,
        stroke: () => colour('--chart-background'),
        fill: () => colour('--chart-strong'),
      },
      drag: { x: false, setScale: false },
    },
    hooks: { setCursor: [(plot) => card.readOut(plot.cursor.idx ?? null)] },
  })
}
