import type { Query } from '@tanstack/react-query'
import { act, waitFor } from '@testing-library/react'
import { http } from 'msw'
import { describe, expect, test, vi } from 'vitest'
import { type CallName, calls } from '../../contract/calls'
import { openApp, signedInAs } from '../support/render-app'
import { api } from '../support/test-api'
import { withSettings } from '../support/with-settings'

/** From here on calls to an address never get an answer. @returns those that came. */
function neverAnswerAt(address: string): Request[] {
  const requests: Request[] = []
  api.server.use(
    http.all(address, ({ request }) => {
      requests.push(request)
      return new Promise(() => {})
    }),
  )
  return requests
}

const neverAnswer = (name: CallName) => neverAnswerAt(`*${calls[name].path}`)

describe('leaving a screen aborts its calls silently', () => {
  test.each([
    ['/dashboard/pricing', '/dashboard/invite-team', 'getPricing'],
    ['/dashboard/subscription', '/dashboard/invite-team', 'getSubscriptionActivity'],
    ['/dashboard/subscription', '/dashboard/invite-team', 'getReceipts'],
    ['/dashboard/invite-team', '/dashboard/pricing', 'getTeam'],
    ['/dashboard/audit-log', '/dashboard/pricing', 'getAuditLog'],
    ['/dashboard/profile', '/dashboard/pricing', 'getSessions'],
    ['/dashboard/profile', '/dashboard/pricing', 'getTwoFactor'],
  ] as const)('%s, to %s: %s', async (from, to, name) => {
    withSettings({ isOurServer: true, hasTwoFactor: true })
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    await signedInAs('admin')
    const requests = neverAnswer(name)
    const { goTo, queryClient } = openApp(from)
    await waitFor(() => expect(requests).toHaveLength(1))
    expect(requests[0]?.signal.aborted).toBe(false)
    // What is asked for before its screen's code is there is nobody's to call off yet.
    const isFetching = { predicate: ({ state }: Query) => state.fetchStatus === 'fetching' }
    await waitFor(() => {
      const fetching = queryClient.getQueryCache().findAll(isFetching)
      expect(fetching.filter((query) => query.getObserversCount() === 0)).toEqual([])
    })
    await goTo(to)
    await waitFor(() => expect(requests[0]?.signal.aborted).toBe(true))
    expect(log).not.toHaveBeenCalled()
  })

  test('the signed-in screens, when the session ends in another tab: getProfile', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    await signedInAs('admin')
    const requests = neverAnswer('getProfile')
    openApp('/dashboard/pricing')
    await waitFor(() => expect(requests).toHaveLength(1))
    const oldValue = localStorage.getItem('accessToken')
    localStorage.clear()
    const change = { key: 'accessToken', oldValue, newValue: null }
    act(() => void window.dispatchEvent(new StorageEvent('storage', change)))
    await waitFor(() => expect(requests[0]?.signal.aborted).toBe(true))
    expect(log).not.toHaveBeenCalled()
  })

  test('/dashboard/pricing: the visitor’s country', async () => {
    const geolocationUrl = 'https://geolocation.test/json/'
    withSettings({ geolocationUrl })
    await signedInAs('admin')
    const requests = neverAnswerAt(geolocationUrl)
    const { goTo } = openApp('/dashboard/pricing')
    await waitFor(() => expect(requests).toHaveLength(1))
    await goTo('/dashboard/invite-team')
    await waitFor(() => expect(requests[0]?.signal.aborted).toBe(true))
  })

  test('the organisation step', async () => {
    const requests = neverAnswer('checkOrganisation')
    const { goTo } = openApp('/orginisation/acme-analytics')
    await waitFor(() => expect(requests).toHaveLength(1))
    await goTo('/signin')
    await waitFor(() => expect(requests[0]?.signal.aborted).toBe(true))
  })
})
