import { cleanup, configure, getConfig } from '@testing-library/react'
import type { DetachedWindowAPI } from 'happy-dom'
import { HttpResponse, http } from 'msw'
import { toast } from 'sonner'
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest'
import { calls } from '../../contract/calls'
import type { Endpoint } from '../../contract/endpoint'
import { resetPageState } from '../../src/lib/page-state'
import { settings } from '../../src/settings'
import { api } from './test-api'

const found: string[] = []

/**
 * Notes each text that breaks once a browser has translated the page. A translation takes the text nodes out of their
 * elements: React then throws when it removes one or inserts an element before one, and nobody sees it change one. A text
 * that is the only child of its element is safe, because React replaces the element's content.
 * @returns a function that stops it.
 */
function watchBareTexts(): () => void {
  const nodes = ownerOf(document.body, 'insertBefore')
  const texts = ownerOf(document.createTextNode(''), 'nodeValue')
  const { insertBefore, removeChild } = nodes
  const nodeValue = Object.getOwnPropertyDescriptor(texts, 'nodeValue')
  nodes.insertBefore = function <Inserted extends Node>(inserted: Inserted, before: Node | null) {
    note('inserted before', before)
    return insertBefore.call(this, inserted, before) as Inserted
  }
  nodes.removeChild = function <Removed extends Node>(removed: Removed) {
    note('removed', removed)
    return removeChild.call(this, removed) as Removed
  }
  Object.defineProperty(texts, 'nodeValue', {
    ...nodeValue,
    set(this: Node, value: string) {
      note('changed', this)
      nodeValue?.set?.call(this, value)
    },
  })
  return () => {
    Object.assign(nodes, { insertBefore, removeChild })
    Object.defineProperty(texts, 'nodeValue', nodeValue ?? {})
  }
}

/** @returns what was noted since the last call. */
const takeBareTexts = (): string[] => found.splice(0)

/** @returns the prototype that has a member: the window's own classes are further down. */
function ownerOf(node: Node, member: keyof Node): Node {
  return Object.hasOwn(node, member) ? node : ownerOf(Object.getPrototypeOf(node), member)
}

function note(what: string, node: Node | null): void {
  if (!(node instanceof Text)) return
  // React marks its text nodes; an only child is content of its element, and has no mark.
  if (!Object.keys(node).some((key) => key.startsWith('__reactFiber$'))) return
  const place = node.parentElement?.outerHTML ?? 'no element'
  found.push(`${what}: “${node.data}” in ${place.slice(0, 300)}`)
}

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
  asyncUtilTimeout: 10_000,
  // Each look of a wait would print the document into an error that only the last one needs.
  getElementError: (message, container) => {
    const { _disableExpensiveErrorDiagnostics: isOneOfMany } = getConfig() as WaitingConfig
    return isOneOfMany ? new Error(message ?? '') : getElementError(message, container)
  },
})

/** What was asked of another server, although only our own has it. */
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
  // The site itself can be reached.
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
