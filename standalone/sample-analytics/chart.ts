import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'

/** A drawn chart. */
export interface Chart {
  /** Draws it again in the colours of the current theme, keeping its state. */
  recolour(): void
}

const labelFont = '12px "Inter Variable", "Inter Fallback", system-ui, sans-serif'

/** @returns the current theme's value of a colour in `styles.css`: canvases know no custom properties. */
export function colour(name: `--chart-${string}`): string {
  const root = document.documentElement
  root.style.outlineColor = `var(${name})`
  return getComputedStyle(root).outlineColor
}

/**
 * Draws a chart that fills its host, whatever its size becomes.
 *
 * @param values one per place along the horizontal axis
 */
export function drawChart(
  host: HTMLElement,
  values: number[],
  options: Omit<uPlot.Options, 'width' | 'height' | 'legend'>,
): Chart {
  const size = () => ({ width: host.clientWidth, height: host.clientHeight })
  const places = values.map((_, index) => index)
  const chart = new uPlot(
    { ...size(), legend: { show: false }, ...options },
    [places, values],
    host,
  )
  new ResizeObserver(() => chart.setSize(size())).observe(host)
  pointWithKeys(host, chart)
  // Measures the labels again: their font may have loaded since.
  return { recolour: () => chart.redraw(true, true) }
}

/** Lets the arrow keys move along the chart's points. */
function pointWithKeys(host: HTMLElement, chart: uPlot): void {
  const last = chart.data[0].length - 1
  host.tabIndex = 0
  host.addEventListener('keydown', (event) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (!step) return
    event.preventDefault()
    const place = Math.min(last, Math.max(0, (chart.cursor.idx ?? last) + step))
    chart.setCursor({ left: chart.valToPos(place, 'x'), top: 0 })
  })
  // Leaving the chart unselects the point: this position is outside of the plot.
  host.addEventListener('blur', () => chart.setCursor({ left: -1, top: -1 }))
}

/** The axis below a chart, with as many labels as there is room for. */
export function periodAxis(labels: string[], space: number): uPlot.Axis {
  return {
    font: labelFont,
    stroke: () => colour('--chart-label'),
    size: 26,
    gap: 8,
    grid: { show: false },
    ticks: { show: false },
    // Uses the plot that is being laid out. The one on the page still has its previous size.
    splits: (chart) => labelledPlaces(labels.length, chart.bbox.width / uPlot.pxRatio, space),
    values: (_chart, places) => places.map((place) => labels[place] ?? ''),
  }
}

const ruler = document.createElement('canvas').getContext('2d')

/** @returns a label's width in CSS pixels. */
function widthOf(label: string): number {
  if (!ruler) return 0
  ruler.font = labelFont
  return ruler.measureText(label).width
}

/** The vertical scale of a chart with these labels. */
export const scaleOf = (steps: number[]): uPlot.Scale => ({
  range: [steps[0] ?? 0, steps.at(-1) ?? 1],
})

/** The axis left of a chart, with a faint line across the chart at every label. */
export function valueAxis(steps: number[], write: (value: number) => string): uPlot.Axis {
  return {
    splits: steps,
    font: labelFont,
    stroke: () => colour('--chart-label'),
    size: (_chart, labels) => Math.ceil(Math.max(0, ...(labels ?? []).map(widthOf))) + 9,
    gap: 8,
    grid: { stroke: () => colour('--chart-grid'), width: 1 },
    ticks: { show: false },
    values: (_chart, values) => values.map(write),
  }
}

/**
 * Chooses which of a row of places get a label: evenly spaced, counted from the last, which is the
 * one that matters most.
 *
 * @param width the row's width in CSS pixels
 * @param space what one label needs, in CSS pixels
 * @returns the places' indices, ascending
 */
function labelledPlaces(count: number, width: number, space: number): number[] {
  const step = Math.max(1, Math.ceil((count * space) / Math.max(width, space)))
  const labelled: number[] = []
  for (let place = count - 1; place >= 0; place -= step) labelled.unshift(place)
  return labelled
}
