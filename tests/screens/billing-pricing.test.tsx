import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { planNamed, plans, profileWith, serve } from '../support/billing-examples'
import { openApp, signedInAs } from '../support/render-app'
import { api } from '../support/test-api'
import { withSettings } from '../support/with-settings'

beforeEach(async () => {
  await signedInAs('admin')
  serve({ pricing: plans, profile: profileWith(null) })
})

const findCard = async (name: string) => {
  const item = (await screen.findByRole('heading', { name, level: 2 })).closest('li')
  if (!item) throw new Error(`${name} is not in a list`)
  return item
}

/** From here on the visitor is in this country. @returns the headers the service was asked with. */
function visitFrom(country: string): Headers[] {
  const asked: Headers[] = []
  api.server.use(
    http.get('https://ipapi.co/json/', ({ request }) => {
      asked.push(request.headers)
      return HttpResponse.json({ country }, { headers: { 'access-control-allow-origin': '*' } })
    }),
  )
  return asked
}

describe('the price list', () => {
  test('says Loading... until it is there', async () => {
    let answer = () => {}
    const held = new Promise<void>((resolve) => {
      answer = resolve
    })
    api.server.use(
      http.get('*/api/pricing/', async () => {
        await held
        return HttpResponse.json({ all_pricing: plans })
      }),
    )
    openApp('/dashboard/pricing')
    expect((await screen.findByText('Loading...')).closest('[role="status"]')).not.toBeNull()
    answer()
    await findCard('Starter')
    expect(screen.queryByText('Loading...')).toBeNull()
  })

  test('starts monthly: each plan with its price, its points and its button', async () => {
    openApp('/dashboard/pricing')
    const starter = within(await findCard('Starter'))
    starter.getByText('All about Starter')
    starter.getByText('$29')
    starter.getByText('/ month')
    starter.getByText('1 dashboard')
    starter.getByRole('button', { name: 'Subscribe Now' })
    const growth = within(await findCard('Growth'))
    growth.getByText('$99.50')
    expect(growth.getAllByRole('listitem').map((point) => point.textContent)).toEqual([
      '10 dashboards',
      'Priority support',
    ])
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Monthly' }).checked).toBe(true)
  })

  test('switches to yearly, names the saving, and keeps it in the address', async () => {
    const { user, address } = openApp('/dashboard/pricing')
    await user.click(await screen.findByRole('radio', { name: 'Yearly save 17%' }))
    const starter = within(await findCard('Starter'))
    await starter.findByText('$290')
    starter.getByText('/ year')
    expect(address()).toBe('/dashboard/pricing?interval=yearly')
  })

  test('promises no saving if a plan is monthly only', async () => {
    serve({ pricing: plans.filter((plan) => plan !== planNamed('Growth', 'yearly')) })
    openApp('/dashboard/pricing')
    await screen.findByRole('radio', { name: 'Yearly' })
  })

  test('says that an interval has no plans', async () => {
    serve({ pricing: [planNamed('Starter')] })
    openApp('/dashboard/pricing?interval=yearly')
    await screen.findByRole('heading', { name: 'There are no yearly plans at the moment' })
  })

  test('marks the current plan, which can’t be subscribed to again', async () => {
    serve({ profile: profileWith(planNamed('Growth')) })
    openApp('/dashboard/pricing')
    const growth = within(await findCard('Growth'))
    expect(growth.getByRole<HTMLButtonElement>('button', { name: 'Current Plan' }).disabled).toBe(
      true,
    )
    expect(growth.queryByRole('button', { name: 'Subscribe Now' })).toBeNull()
    within(await findCard('Starter')).getByRole('button', { name: 'Subscribe Now' })
  })

  test('treats the same plan of the other interval as another one', async () => {
    serve({ profile: profileWith(planNamed('Growth')) })
    openApp('/dashboard/pricing?interval=yearly')
    within(await findCard('Growth')).getByRole('button', { name: 'Subscribe Now' })
    expect(screen.queryByRole('button', { name: 'Current Plan' })).toBeNull()
  })

  test('recognises the current plan by its id in INR, too', async () => {
    const growth = { ...planNamed('Growth'), razorpay_plan_id_inr: 'plan_inr' }
    serve({
      pricing: [growth],
      profile: profileWith({ ...planNamed('Growth'), razorpay_plan_id: 'plan_inr' }),
    })
    openApp('/dashboard/pricing')
    await screen.findByRole('button', { name: 'Current Plan' })
  })

  test('shows without a profile', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    api.faults = { latency: 0, failures: { getProfile: 403 } }
    api.server.resetHandlers()
    serve({ pricing: plans })
    openApp('/dashboard/pricing')
    within(await findCard('Growth')).getByRole('button', { name: 'Subscribe Now' })
  })
})

describe('before a change of plan', () => {
  const aboutPlaces =
    'If your team is larger than Starter has places for, everybody stays, but nobody more can be invited.'

  async function ask(from: string, to: string, interval: 'monthly' | 'yearly' = 'monthly') {
    serve({ profile: profileWith(planNamed(from)) })
    const { user } = openApp(`/dashboard/pricing?interval=${interval}`)
    await user.click(within(await findCard(to)).getByRole('button', { name: 'Subscribe Now' }))
    await screen.findByRole('dialog')
  }

  test('to a smaller one, it says what becomes of a team that is larger (D78)', async () => {
    withSettings({ extensions: ['team'] })
    await ask('Growth', 'Starter')
    screen.getByText(aboutPlaces)
  })

  test.each([
    ['Starter', 'Growth', 'monthly'],
    ['Starter', 'Starter', 'yearly'],
  ] as const)('from %s to %s, %s, it says nothing of places', async (from, to, interval) => {
    withSettings({ extensions: ['team'] })
    await ask(from, to, interval)
    expect(screen.queryByText(/places/)).toBeNull()
  })

  test('where the server knows no places, it says nothing of them', async () => {
    await ask('Growth', 'Starter')
    expect(screen.queryByText(/places/)).toBeNull()
  })
})

describe('when the price list fails to load', () => {
  test.each([403, 500, 'network', 'not-json'] as const)(
    'after %s it says so, and a retry loads it',
    async (failure) => {
      vi.spyOn(console, 'error').mockImplementation(() => {})
      api.server.resetHandlers()
      serve({ profile: profileWith(null) })
      api.faults = { latency: 0, failures: { getPricing: failure } }
      const { user } = openApp('/dashboard/pricing')
      await screen.findByText('Error fetching pricing data.')
      expect(screen.queryByText('Loading...')).toBeNull()

      serve({ pricing: plans })
      await user.click(screen.getByRole('button', { name: 'Try again' }))
      await findCard('Starter')
      expect(screen.queryByText('Error fetching pricing data.')).toBeNull()
    },
  )
})

describe('prices in the visitor’s currency', () => {
  const growth = { ...planNamed('Growth'), amount_in_inr: 7999, razorpay_plan_id_inr: 'plan_inr' }
  const starter = planNamed('Starter')

  test('are in INR in India, if the plan is charged in INR', async () => {
    visitFrom('IN')
    serve({ pricing: [growth, starter] })
    openApp('/dashboard/pricing')
    await screen.findByText('₹7,999')
    screen.getByText('$29')
  })

  test('stay in USD elsewhere', async () => {
    const asked = visitFrom('US')
    serve({ pricing: [growth, starter] })
    openApp('/dashboard/pricing')
    await screen.findByText('$99.50')
    await waitFor(() => expect(asked).toHaveLength(1))
    expect(screen.queryByText(/₹/)).toBeNull()
  })

  test('don’t wait for the lookup, which gets no bearer token', async () => {
    let answer = () => {}
    const held = new Promise<void>((resolve) => {
      answer = resolve
    })
    let authorization: string | null = 'not asked'
    api.server.use(
      http.get('https://ipapi.co/json/', async ({ request }) => {
        authorization = request.headers.get('authorization')
        await held
        return HttpResponse.json(
          { country: 'IN' },
          { headers: { 'access-control-allow-origin': '*' } },
        )
      }),
    )
    serve({ pricing: [growth] })
    openApp('/dashboard/pricing')
    await screen.findByText('$99.50')
    await waitFor(() => expect(authorization).toBeNull())
    answer()
    await screen.findByText('₹7,999')
  })

  test('are looked up once, and only on pages with prices', async () => {
    const asked = visitFrom('US')
    const { goTo } = openApp('/dashboard/profile')
    await screen.findByRole('heading', { name: 'Profile Information' })
    expect(asked).toHaveLength(0)
    await goTo('/dashboard/pricing')
    await findCard('Starter')
    await goTo('/dashboard/profile')
    await screen.findByRole('heading', { name: 'Profile Information' })
    await goTo('/dashboard/pricing')
    await findCard('Starter')
    expect(asked).toHaveLength(1)
  })
})
