import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import {
  answerPost,
  payment,
  planNamed,
  plans,
  profileWith,
  serve,
} from '../support/billing-examples'
import { deferred } from '../support/deferred'
import { fakeTime } from '../support/fake-time'
import { acknowledged, openCheckout, refused, subscribeButtons } from '../support/open-checkout'
import { settled, signedInAs } from '../support/render-app'
import { api } from '../support/test-api'
import { shownToasts } from '../support/toasts'

const failed = 'Payment verification failed. Please contact support.'

beforeEach(async () => {
  await signedInAs('admin')
  serve({ pricing: plans, profile: profileWith(null), activity: [] })
})

describe('after the payment', () => {
  /** Pays, after which the server answers the verification so, one answer after another. */
  async function paid(...answers: (() => Response | Promise<Response>)[]) {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const left = [...answers]
    const verifications = answerPost('verify-subscription', () => (left.shift() ?? acknowledged)())
    const app = await openCheckout()
    const time = fakeTime()
    act(() => app.checkout.options.handler(payment))
    return { ...app, verifications, time }
  }

  test('a toast shows, the payment is verified, and the plan shows', async () => {
    const { verifications, address, time } = await paid(() => {
      // Only now the server knows of it.
      serve({ profile: profileWith(planNamed('Starter')) })
      return acknowledged()
    })
    await time.until(() =>
      expect(shownToasts()).toEqual([
        ['success', 'Subscription successfully activated.', '$29 today, then every month.'],
      ]),
    )
    await time.until(() => expect(address()).toBe('/dashboard/subscription'))
    await time.until(() => screen.getByRole('heading', { name: 'Starter', level: 2 }))
    expect(verifications).toEqual([
      {
        subscription_id: 'sub_1',
        razorpay_payment_id: 'pay_1',
        razorpay_signature: 'signature',
      },
    ])
    expect(api.requests.filter((request) => request === 'GET /api/profile/').length).toBe(3)
    expect(api.requests).toContain('GET /api/subscription-activity/')
  })

  test('the toast comes before the verification, and leaving asks until it is done', async () => {
    const { resolve: open, promise: opened } = deferred()
    const { address, time } = await paid(async () => {
      await opened
      return acknowledged()
    })
    await time.until(() => screen.getByText('Subscription successfully activated.'))
    expect(address()).toBe('/dashboard/pricing')
    expect(subscribeButtons()[0]?.getAttribute('aria-busy')).toBe('true')
    // An event that is not prevented lets the page go.
    expect(fireEvent(window, new Event('beforeunload', { cancelable: true }))).toBe(false)
    // Not when the session is another's, and the page is to be loaded anew.
    const refreshToken = localStorage.getItem('refreshToken') ?? ''
    localStorage.setItem('refreshToken', 'of somebody else')
    expect(fireEvent(window, new Event('beforeunload', { cancelable: true }))).toBe(true)
    localStorage.setItem('refreshToken', refreshToken)
    open()
    await time.until(() => expect(address()).toBe('/dashboard/subscription'))
    expect(fireEvent(window, new Event('beforeunload', { cancelable: true }))).toBe(true)
  })

  test('without an answer it is tried three times more, ever less often; then an alert shows', async () => {
    const { verifications, address, time } = await paid(
      () => HttpResponse.error(),
      () => refused(503, 'Busy.'),
      () => refused(429, 'Busy.'),
      () => refused(502, 'Busy.'),
    )
    for (const [tries, wait] of [1_000, 2_000, 4_000].entries()) {
      await time.until(() => expect(verifications).toHaveLength(tries + 1))
      await act(() => time.pass(wait - 50))
      expect(verifications).toHaveLength(tries + 1)
      await act(() => time.pass(50))
    }
    await time.until(() => screen.getByRole('alertdialog', { name: failed }))
    expect(verifications).toHaveLength(4)
    expect(address()).toBe('/dashboard/pricing')
  })

  test.each([
    [429, '7', 7_000],
    [503, '3600', 60_000],
    [503, '0', 1_000],
  ])('a %i is retried after the requested pause: %s', async (status, named, wait) => {
    const { verifications, address, time } = await paid(() =>
      HttpResponse.json({ error: 'Busy.' }, { status, headers: { 'retry-after': named } }),
    )
    await time.until(() => expect(verifications).toHaveLength(1))
    await act(() => time.pass(wait - 50))
    expect(verifications).toHaveLength(1)
    expect(subscribeButtons()[0]?.getAttribute('aria-busy')).toBe('true')
    expect(screen.queryByRole('alertdialog')).toBeNull()
    await act(() => time.pass(50))
    await time.until(() => expect(address()).toBe('/dashboard/subscription'))
    expect(verifications).toHaveLength(2)
  })

  test('a refusal shows at once, with the server’s text', async () => {
    const { verifications, time } = await paid(() => refused(409, 'It will be refunded in full.'))
    await time.until(() => screen.getByRole('alertdialog', { name: 'Nothing was bought.' }))
    screen.getByText('It will be refunded in full.')
    expect(verifications).toHaveLength(1)
    expect(subscribeButtons().map((button) => button.disabled)).toEqual([false, false])
    // What really is, only the server knows now: it is asked before the alert, and once more.
    const profiles = () => api.requests.filter((request) => request === 'GET /api/profile/')
    await time.until(() => expect(profiles()).toHaveLength(4))
  })

  test('success shows on the page where the user is by then, without navigation', async () => {
    const { resolve: open, promise: opened } = deferred()
    const { goTo, address, time } = await paid(async () => {
      await opened
      return HttpResponse.json({})
    })
    await act(() => goTo('/dashboard/profile'))
    open()
    await time.until(() =>
      expect(shownToasts()).toContainEqual([
        'success',
        'Your organisation is now on the Starter plan.',
        '',
      ]),
    )
    expect(address()).toBe('/dashboard/profile')
  })

  test.each([
    ['a failure', 'error', 400, null, failed],
    [
      'a second payment',
      'info',
      409,
      'Starter',
      'This plan was paid for twice. The second payment will be refunded.',
    ],
  ] as const)('%s shows in a toast of %s on another page', async (_, tone, status, plan, text) => {
    const { resolve: open, promise: opened } = deferred()
    const { goTo, time } = await paid(async () => {
      await opened
      serve({ profile: profileWith(plan === null ? null : planNamed(plan)) })
      return refused(status, 'No.')
    })
    await act(() => goTo('/dashboard/profile'))
    open()
    const toast = [tone, text, status === 409 ? 'No.' : '']
    await time.until(() => expect(shownToasts()).toContainEqual(toast))
    expect(screen.queryByRole('alertdialog')).toBeNull()
  })
})

describe('when verification has failed for good', () => {
  /** Pays for Starter; the verification gets this answer, and the profile is `after` from then on. */
  async function paid(answer: () => Response, after: () => Response | Promise<never>) {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const { checkout, ...app } = await openCheckout()
    answerPost('verify-subscription', () => {
      api.requests.length = 0
      api.server.use(http.get('*/api/profile/', after))
      return answer()
    })
    act(() => checkout.options.handler(payment))
    return app
  }
  const shows = (name: string | null) => () =>
    HttpResponse.json(profileWith(name === null ? null : planNamed(name)))

  test('a profile with the plan proves the purchase', async () => {
    const { address } = await paid(() => refused(400, 'No.'), shows('Starter'))
    await waitFor(() => expect(address()).toBe('/dashboard/subscription'))
    await screen.findByRole('heading', { name: 'Starter', level: 2 })
    expect(screen.queryByRole('alertdialog')).toBeNull()
  })

  test.each([
    ['without a plan', shows(null)],
    ['with another one', shows('Growth')],
    ['that can’t be had', () => new HttpResponse(null, { status: 403 })],
  ])('a profile %s leaves the alert', async (_, after) => {
    const { address } = await paid(() => refused(400, 'No.'), after)
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
    await paid(answer, () => new Promise<never>(() => {}))
    await waitFor(() => expect(api.requests).toContain('GET /api/profile/'))
    await settled()
    expect(waits).toEqual([10_000])
    expect(screen.queryByRole('alertdialog')).toBeNull()
    act(() => limit.abort())
    await screen.findByRole('alertdialog', { name: failed })
  })

  const twice = 'This plan was paid for twice. The second payment will be refunded.'

  test('a second payment of the plan that shows is no failure: it is refunded', async () => {
    await paid(() => refused(409, 'It was paid for twice.'), shows('Starter'))
    await screen.findByText('Subscription successfully activated.')
    await screen.findByText('Current Plan')
    await screen.findByRole('alertdialog', { name: twice })
    screen.getByText('It was paid for twice.')
    expect(screen.queryByText(failed)).toBeNull()
  })

  test('without the profile from before, the new one proves nothing', async () => {
    serve({ profile: null })
    await paid(() => refused(400, 'No.'), shows('Starter'))
    await screen.findByRole('alertdialog', { name: failed })
  })

  test('the alert goes when the plan shows a little later', async () => {
    let asked = 0
    await paid(
      () => refused(400, 'No.'),
      () => shows(++asked === 1 ? null : 'Starter')(),
    )
    await screen.findByText('Current Plan')
    expect(screen.queryByRole('alertdialog')).toBeNull()
  })
})
