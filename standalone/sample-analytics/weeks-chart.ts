import uPlot from 'uplot'
import type { Point } from '../../contract/sample-analytics/analytics'
import type { Unit } from '../../contract/sample-analytics/kinds'
import { type Chart, colour, drawChart, periodAxis, valueAxis } from './chart'
import type { ChartCard } from './chart-card'
import type { Formats } from './formats'

/** Draws a line of weekly values above an area that fades out. */
export function drawWeeksChart(
  card: ChartCard,
  weeks: Point[],
  unit: Unit,
  formats: Formats,
): Chart {
  const paths = uPlot.paths.spline?.()
  return drawChart(
    card.plot,
    weeks.map(({ value }) => value),
    {
      padding: [8, 20, 0, 0],
      scales: {
        x: { time: false },
        // Starting at zero would flatten the line. The area fades, so that it doesn't claim to start there.
        y: { range: (_chart, min, max) => uPlot.rangeNum(min, max, 0.15, true) },
      },
      axes: [
        periodAxis(
          weeks.map(({ start }) => formats.shortDay(start)),
          64,
        ),
        valueAxis(formats.units[unit].short),
      ],
      series: [
        {},
        {
          width: 2,
          stroke: () => colour('--chart-strong'),
          fill: (chart) => {
            const { top, height } = chart.bbox
            const fade = chart.ctx.createLinearGradient(0, top, 0, top + height)
            fade.addColorStop(0, colour('--chart-area'))
            fade.addColorStop(1, colour('--chart-area-end'))
            return fade
          },
          points: { show: false },
          ...(paths && { paths }),
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
    },
  )
}
