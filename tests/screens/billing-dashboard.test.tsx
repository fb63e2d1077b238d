import { screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { planNamed, plans, profileWith, serve } from '../support/billing-examples'
import { openApp, signedInAs } from '../support/render-app'
import { api } from '../support/test-api'

const activity = [
  {
    plan_name: 'Starter',
    status: true,
    upgrade_status: false,
    start_date: '2026-01-01',
    end_date: null,
  },
]

describe('the Dashboard page of an admin', () => {
  beforeEach(() => signedInAs('admin'))

  test('with a plan, it is profile, plan and activity', async () => {
    serve({ profile: profileWith(planNamed('Starter')), activity })
    const { user, address } = openApp('/dashboard/default')
    await screen.findByRole('heading', { name: 'Profile Information' })
    screen.getByRole('heading', { name: 'Organization Information' })
    screen.getByRole('heading', { name: 'Starter', level: 2 })
    await screen.findByRole('table', { name: 'Subscription Activity' })

    await user.click(screen.getByRole('button', { name: 'Plan Name' }))
    await waitFor(() => expect(address()).toBe('/dashboard/default?sort=plan_name&order=asc'))
  })

  test('without one, it is the price list', async () => {
    serve({ profile: profileWith(null), pricing: plans })
    const { user, address } = openApp('/dashboard/default')
    await screen.findByRole('heading', { name: 'Starter' })
    expect(screen.queryByRole('heading', { name: 'Profile Information' })).toBeNull()
    expect(api.requests).not.toContain('GET /api/subscription-activity/')

    await user.click(screen.getByRole('radio', { name: /^Yearly/ }))
    await screen.findByText('$290')
    expect(address()).toBe('/dashboard/default?interval=yearly')
  })
})
