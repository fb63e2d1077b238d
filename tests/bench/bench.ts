/**
 * `npm run bench:web`: what the built site costs a user, beside the smallest apps of their kind on
 * the same stack ("baselines"), which it builds itself. Each round opens every page once, cold, on a
 * slow phone; the table shows medians over all rounds, and of ratios the median of the rounds' own,
 * so that a busy machine slows both sides.
 *
 *   npm run bench:web -- --rounds 9     more rounds than the usual 5
 */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { type Browser, chromium } from '@playwright/test'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import { findChromium } from '../../scripts/find-chromium'
import { answersWith } from './answers'
import { signedIn, type Visit, visitCold } from './cold-visit'
import { type Opened, tableOf } from './figures'
import { measureNavigation, measureSorting } from './interactions'
import { type Site, serveSite } from './site'

const { values: options } = parseArgs({
  options: { rounds: { type: 'string', default: '5' } },
})

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

async function measureRounds(browser: Browser, sites: Record<Opened, Site>, count: number) {
  const round = async () => {
    const results = {} as Record<Opened, Awaited<ReturnType<typeof visitCold>>>
    for (const page of Object.keys(visits) as Opened[]) {
      results[page] = await visitCold(browser, sites[page], visits[page])
    }
    return results
  }
  // Warms up the browser, not the pages.
  await round()
  const rounds: Awaited<ReturnType<typeof round>>[] = []
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
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
  ],
})
try {
  const measured = {
    rounds: await measureRounds(browser, sites, Number(options.rounds)),
    navigation: await measureNavigation(browser, app),
    sorting: await measureSorting(browser, app),
  }
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
  console.log(
    `\nOrglens ${version}, median of ${options.rounds} rounds; CPU 4x, 150 ms, 1.6 Mbit/s, HTTP/1.1\n`,
  )
  console.log(tableOf(measured))
} finally {
  await browser.close()
  for (const site of new Set(Object.values(sites))) site.stop()
}
