/** The contents of the page's link, as read by the host. */
export interface ShownByLink {
  /** The name of a kind of dashboard. */
  dashboard: string
  /** The organisation's slug. */
  organisation: string
  /** The host's time. */
  now: Date
}

/**
 * Asks the host for the contents of the page's link: each time data is needed, like Metabase.
 * @throws Error with the reason why it shows nothing.
 */
export async function readLink(search: string): Promise<ShownByLink> {
  const token = new URLSearchParams(search).get('token') ?? ''
  const address = new URL('/sandbox/sample-link.json', location.origin)
  address.searchParams.set('token', token)
  const fetchFromHost = await hostFetch()
  let answer: { ok: boolean; now: Date; body: ShownByLink & { message?: string } }
  try {
    const response = await fetchFromHost(address.href)
    const now = new Date(response.headers.get('date') ?? Date.now())
    answer = { ok: response.ok, now, body: await response.json() }
  } catch {
    throw new Error('The server could not be reached.')
  }
  if (!answer.ok) throw new Error(answer.body.message ?? 'The server has refused.')
  return { ...answer.body, now: answer.now }
}

/** In mock mode the API is in the parent page; in a tab of its own it starts here. */
async function hostFetch(): Promise<typeof fetch> {
  if (import.meta.env.MODE !== 'mock') return fetch.bind(window)
  if (window.parent !== window) return window.parent.fetch.bind(window.parent)
  const { startMockMode } = await import('../../mocks/browser')
  await startMockMode()
  return window.fetch.bind(window)
}
