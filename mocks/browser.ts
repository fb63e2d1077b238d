// The library that checks passkeys needs it, and the bundler runs the library's own import of it too late.
import 'reflect-metadata'
import { setupWorker } from 'msw/browser'
import { openPaperPath } from '../server/billing/papers/token'
import { conditionsFromSearch, defaultConditions, parameterNames } from './conditions'
import { showDemoAccounts } from './demo-accounts'
import { failFrames } from './frames'
import { countryService, createHandlers, mockHeader } from './handlers'
import { answerRequest, appUrlOf, passTime } from './mock-api'
import { showPanel } from './panel'
import { dataOf, parseScenario, sessionOf } from './scenarios'
import { loadConditions, moveClock, resetMockMode, saveConditions, withData } from './storage'

/**
 * Starts mock mode: the API itself, in this browser, behind a service worker. If it can't, the app's page says why.
 * @param apiBaseUrl the API's address, if it isn't this origin.
 * @throws Error for the user to read: there may be no service workers (plain http on a host other than loopback).
 */
export async function startMockMode(apiBaseUrl = ''): Promise<void> {
  try {
    await begin(apiBaseUrl)
  } catch (error) {
    const text = `Mock mode could not start. ${(error as Error).message}`
    const place = document.getElementById('failed')
    if (place) place.textContent = text
    document.documentElement.classList.add('boot-failed')
    throw new Error(text, { cause: error })
  }
}

async function begin(apiBaseUrl: string): Promise<void> {
  const apiAddress = apiBaseUrl || window.location.origin
  showDemoAccounts()
  if (!('serviceWorker' in navigator)) {
    throw new Error('It needs a service worker: open it on http://localhost or over https.')
  }
  const handlers = createHandlers(answer, loadConditions, saveConditions, apiAddress)
  const worker = setupWorker(...handlers)
  await worker.start({
    serviceWorker: { url: `${import.meta.env.BASE_URL}mockServiceWorker.js` },
    quiet: true,
    onUnhandledRequest: 'bypass',
  })
  if (!navigator.serviceWorker.controller) return await reload()
  const problems = await obeyAddress()
  if (window.location.pathname.endsWith(openPaperPath)) await showPaper(apiAddress)
  healFetch(apiAddress)
  failFrames(loadConditions, saveConditions)
  showPanel(problems)
}

/**
 * The last page unregisters the worker, also when it is reloaded. A page that began to load meanwhile brings the
 * worker back, but only its next load is controlled by it.
 */
async function reload(): Promise<never> {
  window.location.reload()
  return await new Promise(() => {})
}

/** Shows the paper that a mail's link leads to: the worker answers fetches, but not the opening of a page. */
async function showPaper(apiAddress: string): Promise<never> {
  // The mail's link has the app's path, which the API's address hasn't.
  const answer = await fetch(`${apiAddress}${openPaperPath}${window.location.search}`)
  window.location.replace(URL.createObjectURL(await answer.blob()))
  return await new Promise(() => {})
}

/**
 * Answers a request. What was due since the last answer is done first: the clock may have jumped, or nobody has been
 * here for days.
 */
async function answer(request: Request): Promise<Response> {
  return await withData(async (turn) => {
    const conditions = loadConditions()
    const now = Date.now() + (conditions.clock ?? 0)
    await passTime(turn.data, turn.time, now, appUrlOf(request.url), conditions)
    const response = await answerRequest(turn.data, request, conditions)
    turn.time = now
    return response
  })
}

/**
 * Applies the address's parameters and removes them from it (docs/mock-mode.md).
 * @returns messages about parameters that couldn't be applied.
 */
async function obeyAddress(): Promise<string[]> {
  const address = new URL(window.location.href)
  const { searchParams } = address
  const { changes, problems } = conditionsFromSearch(address.search)
  const scenario = searchParams.get('mock-scenario')
  if (scenario !== null) {
    try {
      await play(scenario)
    } catch (error) {
      problems.push(`mock-scenario: ${(error as Error).message}.`)
    }
  } else if (searchParams.has('mock-reset')) await resetMockMode()
  saveConditions({ ...loadConditions(), ...changes })
  if (changes.clock !== undefined) await moveClock(changes.clock)

  const names = [...searchParams.keys()].filter((name) => name.startsWith('mock-'))
  const known = ['mock-scenario', 'mock-reset', ...parameterNames]
  problems.push(
    ...names.filter((name) => !known.includes(name)).map((name) => `${name}: is unknown.`),
  )
  for (const name of names) searchParams.delete(name)
  if (names.length > 0) window.history.replaceState(null, '', address)
  return problems
}

/**
 * Starts over with a scenario's data. @throws Error for an invalid scenario; nothing changes then.
 */
async function play(text: string): Promise<void> {
  const scenario = parseScenario(text)
  const data = await dataOf(scenario)
  const session = scenario.who && (await sessionOf(data, scenario.who))
  await resetMockMode(data)
  saveConditions({ ...defaultConditions, ...(text && { scenario: text }) })
  for (const [key, value] of Object.entries(session ?? {})) localStorage.setItem(key, value)
}

/**
 * Browsers stop idle workers, which then forget to answer, and calls reach the static server. An
 * answer without our mark shows that: wake the worker and call again. The visitor's country must
 * not be looked up anywhere else (D16), so for that call the worker is woken first. So it is when the
 * page is about to be left: MSW then stops, but the page goes on calling until the next one has come.
 */
function healFetch(apiAddress: string): void {
  const fetchOnce = window.fetch
  const { origin } = window.location
  const ours = [
    ...['/sandbox/pay', '/sandbox/refund', '/sandbox/price', '/sandbox/sample-link.json'],
    '/dev/mailbox.json',
  ].map((path) => origin + path)
  const mocked = [`${apiAddress}/api/`, ...ours]
  let isStopped = false
  window.addEventListener('beforeunload', () => {
    isStopped = true
  })
  window.fetch = async (input, init) => {
    const request = new Request(input, init)
    if (request.url === countryService || isStopped) await wakeWorker()
    if (!mocked.some((start) => request.url.startsWith(start))) return fetchOnce(request)
    const again = request.clone()
    const response = await fetchOnce(request)
    if (response.headers.has(mockHeader)) return response
    await wakeWorker()
    return fetchOnce(again)
  }
}

/** Milliseconds to wait for the worker to wake up. After that the call is made anyway. */
const wakingTime = 2_000

async function wakeWorker(): Promise<void> {
  const { serviceWorker } = navigator
  const { active } = await serviceWorker.ready
  await new Promise<void>((resolve) => {
    const timer = setTimeout(end, wakingTime)
    function listen({ data }: MessageEvent) {
      if (data?.type === 'MOCKING_ENABLED') end()
    }
    function end() {
      clearTimeout(timer)
      serviceWorker.removeEventListener('message', listen)
      resolve()
    }
    serviceWorker.addEventListener('message', listen)
    ;(serviceWorker.controller ?? active)?.postMessage('MOCK_ACTIVATE')
  })
}
