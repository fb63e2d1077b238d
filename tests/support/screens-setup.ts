import { cleanup, configure, getConfig } from '@testing-library/react'
import type { DetachedWindowAPI } from 'happy-dom'
import { HttpResponse, http } from 'msw'
import { toast } from 'sonner'
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest'
import { calls } from '../../contract/calls'
import type { Endpoint } from '../../contract/endpoint'
import { resetPageState } from '../../src/lib/page-state'
import { settings } from '../../src/settings'
import { takeBareTexts, watchBareTexts } from './bare-texts'
import { api } from './test-api'

declare global {
  interface Window {
    happyDOM: DetachedWindowAPI
  }
}

/** The library's setting while it polls. */
type WaitingConfig = ReturnType<typeof getConfig> & { _disableExpensiveErrorDiagnostics?: boolean }

// Frames say that they have loaded, without a request.
window.happyDOM.settings.enableIframePageLoading = true
window.happyDOM.settings.navigation.disableChildFrameNavigation = true
// A download's link must not become the address that every later test is at.
window.happyDOM.settings.navigation.disableFallbackToSetURL = true

const { getElementError } = getConfig()
configure({
  // Above what a busy machine needs: this bounds failures, no test waits for it.
  asyncUtilTimeout: 5_000,
  // Each look of a wait would print the document into an error that only the last one needs.
  getElementError: (message, container) => {
    const { _disableExpensiveErrorDiagnostics: isOneOfMany } = getConfig() as WaitingConfig
    return isOneOfMany ? new Error(message ?? '') : getElementError(message, container)
  },
})
vi.setConfig({ testTimeout: 20_000 })

/** What was asked of another server, although only our own has it (D43). */
const wronglyAsked: string[] = []
function watch({ request }: { request: Request }): void {
  const { pathname } = new URL(request.url)
  const isOurs = Object.values<Endpoint>(calls).some((one) => one.isOurs && one.path === pathname)
  if (isOurs && !settings.isOurServer) wronglyAsked.push(pathname)
}

let stopWatching = () => {}

beforeAll(() => {
  stopWatching = watchBareTexts()
  api.server.listen({ onUnhandledRequest: 'error' })
  api.server.events.on('request:start', watch)
})

beforeEach(async () => {
  await api.reset()
  // The site itself can be reached (D10).
  api.server.use(http.head('*/signin', () => new HttpResponse()))
  // Wide enough for the sidebar; a test of the drawer makes it narrower.
  window.happyDOM.setViewport({ width: 1440, height: 900 })
  // Loading another document would end the test's own.
  vi.spyOn(window.location, 'replace').mockImplementation(() => {})
  vi.spyOn(window.location, 'reload').mockImplementation(() => {})
})

afterEach(() => {
  cleanup()
  expect(wronglyAsked.splice(0)).toEqual([])
  // The next toaster would show them again.
  toast.dismiss()
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  api.server.resetHandlers()
  localStorage.clear()
  sessionStorage.clear()
  resetPageState()
  document.documentElement.className = ''
  document.documentElement.style.visibility = ''
  expect(takeBareTexts(), 'texts that break once the page is translated').toEqual([])
})

afterAll(() => {
  stopWatching()
  api.server.events.removeListener('request:start', watch)
  api.server.close()
})
