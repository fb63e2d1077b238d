import { setupWorker } from 'msw/browser'
import { conditionsFromSearch, defaultConditions, parameterNames } from './conditions'
import { showDemoAccounts } from './demo-accounts'
import { failFrames } from './frames'
import { countryService, createHandlers, mockHeader } from './handlers'
import { answerFrom } from './mock-api'
import { showPanel } from './panel'
import { dataOf, parseScenario, sessionOf } from './scenarios'
import { loadConditions, loadData, resetMockMode, saveConditions, saveData } from './storage'

/**
 * Starts mock mode: the API itself, in this browser, behind a service worker.
 * @param apiBaseUrl what calls are sent to, where that is another address than this origin.
 * @throws Error where there are no service workers (plain http on another host than this machine).
 */
export async function startMockMode(apiBaseUrl = ''): Promise<void> {
  const apiAddress = apiBaseUrl || window.location.origin
  showDemoAccounts()
  const problems = await obeyAddress()
  if (!('serviceWorker' in navigator)) {
    throw new Error('Mock mode needs a service worker: open it on http://localhost or over https.')
  }
  const handlers = createHandlers(answerInTurn, loadConditions, saveConditions, apiAddress)
  const worker = setupWorker(...handlers)
  await worker.start({
    serviceWorker: { url: `${import.meta.env.BASE_URL}mockServiceWorker.js` },
    quiet: true,
    onUnhandledRequest: 'bypass',
  })
  healFetch(apiAddress)
  failFrames(loadConditions, saveConditions)
  showPanel(problems)
}

/** Tabs take turns, and read again what another one may have written. */
async function answerInTurn(request: Request): Promise<Response> {
  return await navigator.locks.request('orglens-mock-data', async () => {
    const data = await loadData()
    const response = await answerFrom(data, request, loadConditions())
    await saveData(data)
    return response
  })
}

/**
 * Does what the address says, and takes it from there (docs/mock-mode.md).
 * @returns in words what could not be obeyed.
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

  const names = [...searchParams.keys()].filter((name) => name.startsWith('mock-'))
  const known = ['mock-scenario', 'mock-reset', ...parameterNames]
  problems.push(
    ...names.filter((name) => !known.includes(name)).map((name) => `${name}: is unknown.`),
  )
  for (const name of names) searchParams.delete(name)
  if (names.length > 0) window.history.replaceState(null, '', address)
  return problems
}

/** Begins anew with a scenario's data. @throws Error for one that makes no sense; nothing changes then. */
async function play(text: string): Promise<void> {
  const scenario = parseScenario(text)
  const data = await dataOf(scenario)
  const session = scenario.who && (await sessionOf(data, scenario.who))
  await resetMockMode()
  await saveData(data)
  saveConditions({ ...defaultConditions, ...(text && { scenario: text }) })
  for (const [key, value] of Object.entries(session ?? {})) localStorage.setItem(key, value)
}

/**
 * Browsers stop an idle worker, which then forgets that it was to answer; calls reach the static
 * server instead. Such an answer lacks our mark: wake the worker and ask again. Nobody outside learns
 * who tries the product out (D16): the worker is woken before it is asked for the country.
 */
function healFetch(apiAddress: string): void {
  const fetchOnce = window.fetch
  const { origin } = window.location
  const ours = ['/sandbox/pay', '/sandbox/price', '/dev/mailbox.json'].map((path) => origin + path)
  const mocked = [`${apiAddress}/api/`, ...ours]
  window.fetch = async (input, init) => {
    const request = new Request(input, init)
    if (request.url === countryService) await wakeWorker()
    if (!mocked.some((start) => request.url.startsWith(start))) return fetchOnce(request)
    const again = request.clone()
    const response = await fetchOnce(request)
    if (response.headers.has(mockHeader)) return response
    await wakeWorker()
    return fetchOnce(again)
  }
}

/** How long to wait for the worker to say that it is awake, in ms; then the call is tried anyway. */
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
