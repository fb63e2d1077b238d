import uPlot from 'uplot'
import type { Point } from '../../contract/sample-analytics/analytics'
import type { Unit } from '../../contract/sample-analytics/kinds'
import { type Chart, colour, drawChart, periodAxis, scaleOf, valueAxis } from './chart'
import type { ChartCard } from './chart-card'
import type { Formats } from './formats'
import { valueSteps } from './value-steps'

/** Part of a month's room that its bar takes, and the radius of its top in CSS pixels. */
const barShare = 0.66
const barRadius = 5
const widestBar = 40

/** Draws a bar for each month; the last, which the page reports on, stands out. */
export function drawMonthsChart(
  card: ChartCard,
  months: Point[],
  unit: Unit,
  formats: Formats,
): Chart {
  const last = months.length - 1
  const steps = valueSteps(0, Math.max(...months.map(({ value }) => value)))
  let pointed: number | null = null
  const fillOf = (_: Point, index: number) => {
    if (index === last) return colour('--chart-strong')
    return colour(index === pointed ? '--chart-pointed' : '--chart-tint')
  }
  const paths = uPlot.paths.bars?.({
    size: [barShare, widestBar],
    radius: (chart) => {
      const room = (chart.over.clientWidth / months.length) * barShare
      return [Math.min(0.5, barRadius / Math.min(room, widestBar)), 0]
    },
    disp: { fill: { unit: 3, values: () => months.map(fillOf) } },
  })
  // On a narrow chart the last month's name is wider than its bar.
  const roomForLastLabel = (chart: uPlot) => Math.max(0, 16 - chart.width / months.length / 2)
  return drawChart(
    card.plot,
    months.map(({ value }) => value),
    {
      padding: [8, roomForLastLabel, 0, 0],
      scales: {
        x: { time: false, range: [-0.5, last + 0.5] },
        y: scaleOf(steps),
      },
      axes: [
        periodAxis(
          months.map(({ start }) => formats.shortMonth(start)),
          36,
        ),
        valueAxis(steps, formats.units[unit].short),
      ],
      series: [{}, { width: 0, points: { show: false }, ...(paths && { paths }) }],
      cursor: { x: false, y: false, points: { show: false }, drag: { x: false, setScale: false } },
      hooks: {
        setCursor: [
          (plot) => {
            const index = plot.cursor.idx ?? null
            if (index === pointed) return
            pointed = index
            card.readOut(index)
            plot.redraw(true, false)
          },
        ],
      },
    },
  )
}
