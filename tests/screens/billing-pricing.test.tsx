import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { SubscribedPlan } from '../../contract/billing'
import { buyerExample } from '../../contract/buyer'
import { planNamed, plans, profileWith, serve } from '../support/billing-examples'
import { deferred } from '../support/deferred'
import { openApp, settled, signedInAs } from '../support/render-app'
import { pending, profileOf } from '../support/renewal-examples'
import { lose, respond } from '../support/respond'
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

/** From here on the visitor is in this country. @returns the addresses that were asked for it. */
function visitFrom(country: string, opened = Promise.resolve()): string[] {
  const asked: string[] = []
  api.server.use(
    http.get('https://ipapi.co/json/', async ({ request }) => {
      asked.push(request.url)
      await opened
      return HttpResponse.json({ country }, { headers: { 'access-control-allow-origin': '*' } })
    }),
  )
  return asked
}

test('the price list starts monthly, and switches to yearly, which it keeps in the address', async () => {
  const { user, address } = openApp('/dashboard/pricing?interval=weekly')
  const starter = within(await findCard('Starter'))
  starter.getByText('All about Starter')
  starter.getByText('$29')
  starter.getByText('/ month')
  starter.getByText('Billed every month')
  starter.getByText('1 dashboard')
  starter.getByRole('button', { name: 'Subscribe Now' })
  const growth = within(await findCard('Growth'))
  growth.getByText('$99.50')
  expect(growth.getAllByRole('listitem').map((point) => point.textContent)).toEqual([
    '10 dashboards',
    'Priority support',
  ])
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Monthly' }).checked).toBe(true)
  await user.click(screen.getByRole('radio', { name: 'Yearly save 17%' }))
  const yearly = within(await findCard('Starter'))
  await yearly.findByText('$290')
  yearly.getByText('/ year')
  yearly.getByText('$24.17 per month, billed once a year')
  expect(address()).toBe('/dashboard/pricing?interval=yearly')
})

test('marks the current plan, and says below each action what is charged', async () => {
  withSettings({ isOurServer: true, checkoutKey: 'rzp_live_1' })
  const profile = profileOf({ payment_state: 'paid', renews_at: '2030-12-28' })
  const scale = { ...planNamed('Growth'), name: 'Scale', razorpay_plan_id: 's', amount_in_usd: 299 }
  serve({ pricing: [...plans, scale], profile })
  const { user } = openApp('/dashboard/pricing')
  within(await findCard('Starter')).getByText('Downgrade. $29 is charged today.')
  const growth = within(await findCard('Growth'))
  growth.getByText('Current Plan')
  growth.getByText('Renews on December 28, 2030 for $99.50')
  expect(growth.queryAllByRole('button')).toEqual([])
  within(await findCard('Scale')).getByText('Upgrade. $299 is charged today.')
  screen.getByText('Payments by Razorpay')
  await user.click(screen.getByRole('radio', { name: /^Yearly/ }))
  // The same plan by the year is neither.
  within(await findCard('Growth')).getByText('$995 is charged today.')
  // By the price of a month.
  within(await findCard('Starter')).getByText('Downgrade. $290 is charged today.')
})

test('names the recommended plan and the payment provider’s sandbox', async () => {
  const pricing = plans.map((plan) => ({ ...plan, is_recommended: plan.name === 'Growth' }))
  serve({ pricing })
  withSettings({ isOurServer: true, checkoutKey: 'rzp_sandbox' })
  openApp('/dashboard/pricing')
  within(await findCard('Growth')).getByText('Most popular')
  expect(within(await findCard('Starter')).queryByText('Most popular')).toBeNull()
  screen.getByText('Payments in a sandbox: no money moves')
})

describe('the card of the current plan', () => {
  const growth = planNamed('Growth')
  const inRupees = { ...growth, amount_in_inr: 7999, razorpay_plan_id_inr: 'plan_inr' }

  /** @returns the card of Growth, the current plan. */
  async function currentCard() {
    const card = within(await findCard('Growth'))
    await card.findByText('Current Plan')
    return card
  }

  test('has its own name and price, even if it is sold by others now', async () => {
    const asked = visitFrom('IN')
    const pricing = [{ ...inRupees, name: 'Business' }, planNamed('Starter')]
    serve({ pricing, profile: profileWith(growth) })
    openApp('/dashboard/pricing')
    const card = await currentCard()
    await waitFor(() => expect(asked).toHaveLength(1))
    await screen.findByText('$29')
    card.getByText('$99.50')
    expect(card.queryByText(/New price/)).toBeNull()
    expect(screen.queryByText('Business')).toBeNull()
  })

  test.each([
    ['dearer', 129, 'plan_new'],
    // The provider has no other plan for it.
    ['cheaper', 89, growth.razorpay_plan_id],
  ])('says a %s new price beside its own', async (_how, amount_in_usd, razorpay_plan_id) => {
    const listed = { ...growth, amount_in_usd, razorpay_plan_id }
    serve({ pricing: [planNamed('Starter'), listed], profile: profileWith(growth) })
    openApp('/dashboard/pricing')
    const card = await currentCard()
    card.getByText('$99.50')
    card.getByText(`New price: $${amount_in_usd} / month. You keep yours.`)
    expect(card.queryByRole('button', { name: 'Switch to the new price' })).toBeNull()
  })

  test('offers a cheaper price that the provider has another plan for, in its own currency', async () => {
    const listed = {
      ...inRupees,
      amount_in_inr: 5999,
      razorpay_plan_id: 'plan_new',
      razorpay_plan_id_inr: 'plan_new_inr',
    }
    visitFrom('US')
    serve({ pricing: [listed], profile: profileWith(inRupees) })
    const { user } = openApp('/dashboard/pricing')
    const card = await currentCard()
    await user.click(await card.findByRole('button', { name: 'Switch to the new price' }))
    card.getByText('New price: ₹5,999 / month.')
    const dialog = await screen.findByRole('dialog', { name: 'Change how you pay for Growth?' })
    within(dialog).getByText(/^You pay ₹5,999 today/)
    within(dialog).getByText(/ends as soon as you’ve paid for the monthly one\./)
    const asked = respond('createSubscription', undefined, 503)
    vi.spyOn(console, 'error').mockImplementation(() => {})
    await user.click(within(dialog).getByRole('button', { name: 'Switch plan' }))
    await waitFor(() => expect(asked).toEqual([{ plan_id: 'plan_new_inr' }]))
  })
})

describe('before a change to a smaller plan', () => {
  test.each<[object, Partial<SubscribedPlan>, ...string[]]>([
    [
      { taken: 10, reserved: 0, limit: 50 },
      {},
      'You pay $29 today, then every month from December 5, 2026.',
      'With Starter, you’ll have 1 dashboard and lose Sales, Product and Customers.',
      'With Starter, you’ll have 10 seats instead of 50. You use 10.',
    ],
    [
      { taken: 9, reserved: 3, limit: null },
      pending,
      'With Starter, you’ll have 10 seats. You use 12. Everyone stays, but you can’t invite anyone else.',
      'The overdue $99.50 for Growth won’t be charged.',
    ],
  ])('a question says with seats %j what is charged, what isn’t, and what goes', async (...row) => {
    const [places, details, ...texts] = row
    withSettings({ isOurServer: true })
    const profile = profileOf(details)
    profile.organization.dashboards = ['Overview', 'Sales', 'Product', 'Customers'].map((name) => ({
      dashboard_id: name,
      name,
    }))
    const limits = { members: 10, dashboards: 1 }
    serve({ pricing: plans.map((plan) => ({ ...plan, limits })), profile })
    respond('getTeam', { members: [], invitations: [], places })
    const { user, queryClient } = openApp('/dashboard/pricing')
    const card = await findCard('Starter')
    // The team is there before anybody has read the prices.
    await waitFor(() => expect(queryClient.isFetching({ queryKey: ['team'] })).toBe(0))
    await user.click(within(card).getByRole('button', { name: 'Subscribe Now' }))
    const dialog = await screen.findByRole('dialog')
    for (const text of texts) within(dialog).getByText(text)
    expect(dialog.textContent).not.toMatch(/upgrad/i)
  })
})

test('a price list that fails to load says so, and a retry loads it', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  lose('getPricing')
  // An interval that there isn't.
  const { user } = openApp('/dashboard/pricing?interval=weekly')
  await screen.findByText('Error fetching pricing data.')
  expect(screen.queryByText('Loading...')).toBeNull()
  serve({ pricing: [planNamed('Starter')] })
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await findCard('Starter')
  expect(screen.queryByText('Error fetching pricing data.')).toBeNull()
})

describe('prices in the visitor’s currency', () => {
  const growth = { ...planNamed('Growth'), amount_in_inr: 7999, razorpay_plan_id_inr: 'plan_inr' }
  const starter = planNamed('Starter')

  test('are in INR in India, if the plan is charged in INR; they don’t wait for the lookup, which happens on pages with prices only', async () => {
    const { resolve: open, promise: opened } = deferred()
    const asked = visitFrom('IN', opened)
    serve({ pricing: [growth, starter] })
    const { goTo } = openApp('/dashboard/profile')
    await screen.findByRole('heading', { name: 'Profile Information' })
    expect(asked).toHaveLength(0)
    await goTo('/dashboard/pricing')
    await screen.findByText('$99.50')
    open()
    await screen.findByText('₹7,999')
    screen.getByText('$29')
    expect(asked).toHaveLength(1)
  })

  test.each([
    ['INR for everybody', { subscriptionCurrency: 'INR' }, '₹7,999'],
    ['USD for everybody', { geolocationUrl: '' }, '$99.50'],
  ] as const)('are in %s, without a lookup, if a setting says so', async (_in, settings, price) => {
    const asked = visitFrom('IN')
    withSettings(settings)
    serve({ pricing: [growth] })
    openApp('/dashboard/pricing')
    within(await findCard('Growth')).getByText(price)
    await settled()
    expect(asked).toEqual([])
  })

  test.each([
    ['IN', 'US', growth, 1],
    ['US', 'US', growth, 0],
    ['IN', 'IN', growth, 0],
    ['IN', 'US', planNamed('Growth'), 0],
  ])('can be INR for an organisation that is billed in %s, seen from %s: %#', async (...row) => {
    const [country, from, plan, count] = row
    withSettings({ isOurServer: true })
    visitFrom(from)
    const billed_to = { ...buyerExample, country }
    respond('getBuyer', { billed_to, copies: [], tax: 'off' })
    serve({ pricing: [plan, starter] })
    const { user, queryClient } = openApp('/dashboard/pricing')
    const card = within(await findCard('Growth'))
    await waitFor(() => expect(queryClient.isFetching()).toBe(0))
    card.getByText(from === 'IN' ? '₹7,999' : '$99.50')
    const choices = screen.queryAllByRole('radio', { name: 'Rupees' })
    expect(choices).toHaveLength(count)
    for (const rupees of choices) {
      await user.click(rupees)
      card.getByText('₹7,999')
    }
  })
})
