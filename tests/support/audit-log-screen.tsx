import { screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { onTestFinished, vi } from 'vitest'
import type { AuditEntry } from '../../contract/audit-log'
import { openApp } from './render-app'
import { api } from './test-api'

export const address = '/dashboard/audit-log'

/** The newest first, a minute apart. */
export function entries(count: number): AuditEntry[] {
  return Array.from({ length: count }, (_, index) => ({
    entry_id: `entry-${index}`,
    at: new Date(Date.UTC(2026, 0, 31, 12) - index * 60_000).toISOString(),
    actor: { kind: 'user', name: 'Priya Sharma', email: 'priya@acme.test' },
    action: index % 2 === 0 ? 'invited' : 'made-admin',
    subject: `Person ${index}`,
    details: {},
    network: '203.0.113.7',
  }))
}

/**
 * From here on the server has this log, and answers as many entries at once as it is asked for.
 * @returns what it was asked for, and the refusals that it gives first.
 */
export function serveLog(all: readonly AuditEntry[], usual = 100) {
  const served = { asked: [] as Record<string, string>[], refusals: [] as Response[] }
  api.server.use(
    http.get('*/api/audit-log/', ({ request }) => {
      const query = Object.fromEntries(new URL(request.url).searchParams)
      const refusal = served.refusals.shift()
      if (refusal) return refusal
      served.asked.push(query)
      if (query.action === 'nonsense') return new HttpResponse(null, { status: 400 })
      const matching = all.filter(
        ({ action, subject }) =>
          (!query.action || query.action === action) && (!query.text || subject === query.text),
      )
      const from = Number(query.before ?? 0)
      const end = from + Number(query.most ?? usual)
      const next = end < matching.length ? String(end) : null
      return HttpResponse.json({ data: matching.slice(from, end), next })
    }),
  )
  return served
}

export async function openLog(all: readonly AuditEntry[], search = '', usual = 100) {
  const served = serveLog(all, usual)
  const app = openApp(address + search)
  await screen.findByRole('table', { name: 'Activity' })
  return { ...app, served }
}

/** Catches what the browser is given to save. */
export function catchFile() {
  const created = vi.spyOn(URL, 'createObjectURL')
  const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  onTestFinished(() => {
    created.mockRestore()
    clicked.mockRestore()
  })
  return async () => {
    const [blob] = created.mock.lastCall ?? []
    return blob ? (await (blob as Blob).text()).trimEnd().split('\r\n') : undefined
  }
}
