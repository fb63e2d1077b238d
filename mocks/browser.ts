import { setupWorker } from 'msw/browser'
import { faultsOfSearch } from './faults'
import { createHandlers, mockHeader } from './handlers'
import { answerFrom } from './mock-api'
import { showPanel } from './panel'
import { loadData, loadFaults, resetMockMode, saveData, saveFaults } from './storage'

/**
 * Starts mock mode: the API itself, in this browser, behind a service worker.
 * @throws Error where there are no service workers (plain http on another host than this machine).
 */
export async function startMockMode(): Promise<void> {
  await obeyAddress()
  if (!('serviceWorker' in navigator)) {
    throw new Error('Mock mode needs a service worker: open it on http://localhost or over https.')
  }
  const worker = setupWorker(...createHandlers(answerInTurn, loadFaults))
  await worker.start({
    serviceWorker: { url: `${import.meta.env.BASE_URL}mockServiceWorker.js` },
    quiet: true,
    onUnhandledRequest: 'bypass',
  })
  healFetch()
  showPanel()
}

/** Tabs take turns, and read again what another one may have written. */
async function answerInTurn(request: Request): Promise<Response> {
  return await navigator.locks.request('orglens-mock-data', async () => {
    const data = await loadData()
    const response = await answerFrom(data, request)
    await saveData(data)
    return response
  })
}

/** Takes `?mock-reset`, `?mock-latency` and `?mock-fail` from the address (docs/mock-mode.md). */
async function obeyAddress(): Promise<void> {
  const address = new URL(window.location.href)
  if (address.searchParams.has('mock-reset')) await resetMockMode()
  const faults = faultsOfSearch(address.search)
  if (faults) saveFaults(faults)
  for (const name of ['mock-reset', 'mock-latency', 'mock-fail']) address.searchParams.delete(name)
  if (address.href !== window.location.href) window.history.replaceState(null, '', address)
}

/**
 * Browsers stop an idle worker, which then forgets that it was to answer; calls reach the static
 * server instead. Such an answer lacks our mark: wake the worker and ask again.
 */
function healFetch(): void {
  const fetchOnce = window.fetch
  window.fetch = async (input, init) => {
    const request = new Request(input, init)
    const { pathname } = new URL(request.url)
    const isMocked = /^\/(api|sandbox)\//.test(pathname) || pathname === '/dev/mailbox.json'
    if (!isMocked) return fetchOnce(request)
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
