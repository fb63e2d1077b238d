import { act, screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Plan } from '../../contract/billing'
import {
  answerPost,
  payment,
  planNamed,
  plans,
  profileWith,
  serve,
  standInCheckout,
} from '../support/billing-examples'
import { created, refused, subscribeButtons } from '../support/open-checkout'
import { openApp, settled, signedInAs } from '../support/render-app'
import { api } from '../support/test-api'

beforeEach(async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  await signedInAs('admin')
})

describe('when verification has failed for good', () => {
  const failed = 'Payment verification failed. Please contact support.'

  /** Pays for Starter; the verification gets this answer, and the profile is `after` from then on. */
  async function paid(
    answer: () => Response,
    { before = null, after }: { before?: Plan | null; after: () => Response | Promise<never> },
  ) {
    serve({ pricing: plans, profile: profileWith(before), activity: [] })
    const opened = standInCheckout()
    answerPost('create-subscription', created)
    const app = openApp('/dashboard/pricing')
    await screen.findByRole('heading', { name: 'Starter' })
    await app.user.click(subscribeButtons()[0] as HTMLElement)
    await waitFor(() => expect(opened).toHaveLength(1))
    answerPost('verify-subscription', () => {
      api.requests.length = 0
      api.server.use(http.get('*/api/profile/', after))
      return answer()
    })
    act(() => opened[0]?.options.handler(payment))
    return app
  }
  const shows = (name: string | null) => () =>
    HttpResponse.json(profileWith(name === null ? null : planNamed(name)))

  test('a profile with the plan proves the purchase', async () => {
    const { address } = await paid(() => refused(400, 'No.'), { after: shows('Starter') })
    await waitFor(() => expect(address()).toBe('/dashboard/subscription'))
    await screen.findByRole('heading', { name: 'Starter', level: 2 })
    expect(screen.queryByRole('alertdialog')).toBeNull()
  })

  test.each([
    ['without a plan', shows(null)],
    ['with another one', shows('Growth')],
    ['that can’t be had', () => new HttpResponse(null, { status: 403 })],
  ])('a profile %s leaves the alert', async (_, after) => {
    const { address } = await paid(() => refused(400, 'No.'), { after })
    await screen.findByRole('alertdialog', { name: failed })
    expect(address()).toBe('/dashboard/pricing')
  })

  test('the profile may take 10 s at most', async () => {
    const limit = new AbortController()
    const waits: number[] = []
    const answer = () => {
      vi.spyOn(AbortSignal, 'timeout').mockImplementation((wait) => {
        waits.push(wait)
        return limit.signal
      })
      return refused(400, 'No.')
    }
    await paid(answer, { after: () => new Promise<never>(() => {}) })
    await waitFor(() => expect(api.requests).toContain('GET /api/profile/'))
    await settled()
    expect(waits).toEqual([10_000])
    expect(screen.queryByRole('alertdialog')).toBeNull()
    act(() => limit.abort())
    await screen.findByRole('alertdialog', { name: failed })
  })

  const twice = 'This plan was paid for twice. The second payment will be refunded.'

  test('a second payment of the plan that shows is no failure: it is refunded', async () => {
    await paid(() => refused(409, 'It was paid for twice.'), { after: shows('Starter') })
    await screen.findByText('Subscription successfully activated.')
    await screen.findByRole('button', { name: 'Current Plan' })
    await screen.findByRole('alertdialog', { name: twice })
    screen.getByText('It was paid for twice.')
    expect(screen.queryByText(failed)).toBeNull()
  })

  test('the alert goes when the plan shows a little later', async () => {
    let asked = 0
    await paid(() => refused(400, 'No.'), {
      after: () => shows(++asked === 1 ? null : 'Starter')(),
    })
    await screen.findByRole('button', { name: 'Current Plan' })
    expect(screen.queryByRole('alertdialog')).toBeNull()
  })
})
