/**
 * `npm run bench:web`: what the built site costs a user, beside the smallest apps of their kind on
 * the same stack ("baselines"), which it builds itself. Each round opens every page once, cold, on a
 * slow phone; what is printed are medians over all rounds, and of ratios the median of the rounds'
 * own, so that a busy machine slows both sides.
 *
 *   npm run bench:web -- --rounds 9     more rounds than the usual 5
 */
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { type Browser, chromium } from '@playwright/test'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import { findChromium } from '../../scripts/find-chromium'
import { answersWith } from './answers'
import { signedIn, type Visit, type VisitResult, visitCold } from './cold-visit'
import { measureNavigation, measureSorting } from './interactions'
import { type Site, serveSite } from './site'

const { values: options } = parseArgs({ options: { rounds: { type: 'string', default: '5' } } })

/** The pages that each round opens cold, one after the other. */
type Opened = 'signInBaseline' | 'signIn' | 'tableBaseline' | 'dashboard' | 'subscription'

const visits: Record<Opened, Visit> = {
  signInBaseline: { path: '/', ready: { visible: '[type=submit]', interactive: true } },
  signIn: { path: '/signin', ready: { visible: '[type=submit]', interactive: true } },
  tableBaseline: { path: '/', ready: { visible: 'tbody td' } },
  dashboard: {
    path: '/dashboard/main',
    ready: { visible: 'main h2', text: 'Acme Analytics Overview', present: 'main iframe' },
    storage: signedIn,
  },
  subscription: {
    path: '/dashboard/subscription',
    ready: { visible: 'tbody th', text: 'Growth' },
    storage: signedIn,
  },
}

/**
 * The visits' figures of docs/speed.md, in its order. The target is so many times the baseline of the same round; of what
 * is blocked, ms.
 */
const figures: readonly [string, Opened, keyof VisitResult, target: number, Opened][] = [
  ['sign-in: first paint', 'signIn', 'firstPaint', 1.25, 'signInBaseline'],
  ['sign-in: largest paint', 'signIn', 'largestPaint', 1.25, 'signInBaseline'],
  ['sign-in: interactive', 'signIn', 'ready', 1.15, 'signInBaseline'],
  ['main dashboard: first paint', 'dashboard', 'firstPaint', 1.5, 'signInBaseline'],
  ['main dashboard: ready', 'dashboard', 'ready', 1.08, 'tableBaseline'],
  ['subscription, 50 rows: ready', 'subscription', 'ready', 1.2, 'tableBaseline'],
  ['sign-in: main thread blocked', 'signIn', 'blocked', 60, 'signInBaseline'],
  ['subscription: main thread blocked', 'subscription', 'blocked', 160, 'tableBaseline'],
]

function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  const half = sorted.length >> 1
  const [below = 0, above = 0] = [sorted[half - 1], sorted[half]]
  return sorted.length % 2 === 1 ? above : (below + above) / 2
}

const inMs = (value: number) => `${Math.round(value)} ms`

function printVisits(rounds: readonly Record<Opened, VisitResult>[]): void {
  for (const [name, page, key, target, baseline] of figures) {
    const [measured, least] = [page, baseline].map((opened) =>
      inMs(median(rounds.map((round) => round[opened][key]))),
    )
    const ratio = median(rounds.map((round) => round[page][key] / round[baseline][key]))
    const compared =
      key === 'blocked' ? `target ${target} ms` : `${ratio.toFixed(2)} ×, target ${target} ×`
    console.log(`${name}: ${measured}, baseline ${least}, ${compared}`)
  }
}

async function measureRounds(browser: Browser, sites: Record<Opened, Site>, count: number) {
  const round = async () => {
    const results = {} as Record<Opened, VisitResult>
    for (const page of Object.keys(visits) as Opened[]) {
      results[page] = await visitCold(browser, sites[page].origin, visits[page])
    }
    return results
  }
  // Warms up the browser, not the pages.
  await round()
  const rounds: Record<Opened, VisitResult>[] = []
  for (let number = 1; number <= count; number++) {
    rounds.push(await round())
    console.log(`Round ${number} of ${count} is done`)
  }
  return rounds
}

/**
 * Builds one of the smallest apps of their kind on this stack as the app is built; see the head of each `main.tsx`.
 * @returns the folder with its `index.html`.
 */
async function buildBaseline(name: 'sign-in' | 'table'): Promise<string> {
  const outDir = fileURLToPath(new URL(`../../build/bench/${name}`, import.meta.url))
  await build({
    configFile: false,
    logLevel: 'warn',
    root: fileURLToPath(new URL(`baselines/${name}`, import.meta.url)),
    plugins: [react()],
    build: { outDir, emptyOutDir: true, target: 'es2022', modulePreload: { polyfill: false } },
  })
  return outDir
}

const app = await serveSite('dist')
const signInBaseline = await serveSite(await buildBaseline('sign-in'))
const tableBaseline = await serveSite(await buildBaseline('table'))
const sites = { signInBaseline, tableBaseline, signIn: app, dashboard: app, subscription: app }
for (const site of [app, tableBaseline]) site.answer(answersWith(50))
const browser = await chromium.launch({
  executablePath: findChromium(),
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
  ],
})
try {
  const count = Number(options.rounds)
  const rounds = await measureRounds(browser, sites, count)
  const navigation = await measureNavigation(browser, app)
  const sorting = await measureSorting(browser, app)
  console.log(`\nMedians of ${count} rounds; CPU 4x, 150 ms, 1.6 Mbit/s, HTTP/1.1\n`)
  printVisits(rounds)
  const slowest = inMs(Math.max(...navigation))
  console.log(`warm navigation, slowest: click to painted: ${slowest}, target 50 ms`)
  const sorted = inMs(median(sorting))
  console.log(`sorting 1,000 rows, median: click to painted: ${sorted}, target 100 ms`)
} finally {
  await browser.close()
  for (const site of new Set(Object.values(sites))) site.stop()
}
