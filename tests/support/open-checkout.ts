import { screen, waitFor } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { standInCheckout } from './billing-examples'
import { openApp } from './render-app'
import { respond } from './respond'

/** The buttons of all plans that can be subscribed to, in the order of the list. */
export const subscribeButtons = () =>
  screen.getAllByRole<HTMLButtonElement>('button', { name: 'Subscribe Now' })

export const created = { subscription_id: 'sub_1' }

export const refused = (status: number, text: string) =>
  HttpResponse.json({ error: text, message: text }, { status })

/** Opens the price list and presses the button of the first plan: Starter. */
export async function startSubscribing() {
  const app = openApp('/dashboard/pricing')
  await screen.findByRole('heading', { name: 'Starter' })
  await app.user.click(subscribeButtons()[0] as HTMLElement)
  return app
}

export async function openCheckout() {
  const opened = standInCheckout()
  const creations = respond('createSubscription', created)
  const app = await startSubscribing()
  await waitFor(() => {
    if (opened.length !== 1) throw new Error(`${opened.length} checkouts are open`)
  })
  const [checkout] = opened
  if (!checkout) throw new Error('Checkout was not opened')
  return { ...app, checkout, opened, creations }
}
