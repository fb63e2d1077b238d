// Before all that loads uPlot.
import './usable-language'
import { generateAnalytics } from '../../contract/sample-analytics/analytics'
import {
  lastCompleteMonth,
  type Month,
  startOfMonth,
} from '../../contract/sample-analytics/calendar'
import { type Kind, kinds } from '../../contract/sample-analytics/kinds'
import type { Chart } from './chart'
import { element } from './element'
import { createFormats } from './formats'
import { readLink } from './link'
import { drawMonthsChart } from './months-chart'
import { nameOfOrganisation } from './organisation'
import { renderCards, renderHeader, renderRefusal } from './page'
import './styles.css'
import { followTheme } from './theme'
import { drawWeeksChart } from './weeks-chart'

const formats = createFormats()
// In a tab of its own the page has a margin and a ground, which the host has otherwise.
const tray = element('div', { class: window.parent === window ? 'tray alone' : 'tray' })
let charts: Chart[] = []
let header: HTMLElement | null = null
let requestCount = 0

// Set before the charts are drawn, which use its colours.
followTheme(() => recolour())
document.getElementById('page')?.replaceChildren(tray)
void show(null)

function recolour() {
  for (const chart of charts) chart.recolour()
}

/** Shows the link's current data, filtered; only the last selection counts. */
async function show(chosen: string | null): Promise<void> {
  requestCount += 1
  const number = requestCount
  try {
    const { dashboard, organisation, now } = await readLink(location.search)
    const kind = kinds[dashboard]
    if (!kind) throw new Error('There is no such dashboard.')
    if (number === requestCount) draw(kind, organisation, lastCompleteMonth(now), chosen)
  } catch (error) {
    if (number === requestCount) replaceCards([renderRefusal((error as Error).message)])
  }
}

function draw(kind: Kind, slug: string, month: Month, chosen: string | null): void {
  const analytics = generateAnalytics(kind, slug, month, chosen)
  const cards = renderCards(kind, analytics, formats)
  if (!header) {
    const name = nameOfOrganisation(slug)
    document.title = `${name} ${kind.name}: sample analytics`
    header = renderHeader(name, kind, formats.longMonth(startOfMonth(month)), (chosen) => {
      void show(chosen)
    })
    tray.replaceChildren(header)
  }
  replaceCards(cards.all)
  const { months, weeks } = kind
  charts = [
    drawMonthsChart(cards.months, analytics.months, months.of.unit, formats),
    drawWeeksChart(cards.weeks, analytics.weeks, weeks.of.unit, formats),
  ]
  // Draws the charts again, because a canvas doesn't change to a font that loads later.
  document.fonts.ready.then(recolour, console.error)
}

/** Replaces the cards. The header stays, because its filter has the focus. */
function replaceCards(cards: HTMLElement[]): void {
  while (tray.lastElementChild && tray.lastElementChild !== header) tray.lastElementChild.remove()
  tray.append(...cards)
  charts = []
}
