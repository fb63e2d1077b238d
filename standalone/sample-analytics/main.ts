import { generateAnalytics } from './analytics'
import { lastCompleteMonth } from './calendar'
import { drawCustomersChart } from './customers-chart'
import { createFormats } from './formats'
import { organisationFrom } from './organisation'
import { renderPage } from './page'
import { drawRevenueChart } from './revenue-chart'
import './styles.css'
import { followTheme } from './theme'

const organisation = organisationFrom(location.search)
const analytics = generateAnalytics(organisation.slug, lastCompleteMonth(new Date()))
const formats = createFormats()
const page = renderPage(organisation.name, analytics, formats)

// Before the charts, which take their colours from it.
followTheme(() => recolour())
document.title = `${organisation.name}: sample analytics`
document.getElementById('page')?.replaceChildren(page.content)

const charts = [
  drawRevenueChart(page.revenue, analytics.revenueByMonth, formats),
  drawCustomersChart(page.customers, analytics.customersByWeek, formats),
]

function recolour() {
  for (const chart of charts) chart.recolour()
}

// Draws again: a canvas doesn't change to a font that loads later.
document.fonts.ready.then(recolour, console.error)
