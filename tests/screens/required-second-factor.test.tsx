import { screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { demoPassword } from '../../server/demo/demo'
import { profileExample } from '../support/examples'
import { openApp, settled, signedInAs } from '../support/render-app'
import { respond } from '../support/respond'
import { beginSetUp } from '../support/second-factor'
import { api } from '../support/test-api'
import { withSettings } from '../support/with-settings'

const reminder = 'Set it up within 7 days.'
const late = 8 * 24 * 3_600_000

beforeEach(() => withSettings({ isOurServer: true, hasTwoFactor: true }))

/** An admin whose time is over begins to set one up. */
async function setUpTooLate() {
  api.faults = { ...api.faults, scenario: 'two-factor:over' }
  await signedInAs('admin')
  api.faults = { ...api.faults, clock: late }
  await signedInAs('admin')
  const app = openApp('/dashboard/invite-team')
  await screen.findByText('Set it up, or add a passkey, to continue.')
  expect(screen.queryByLabelText('Enter Email(s) (comma separated)')).toBeNull()
  return { ...app, phone: await beginSetUp(app, () => Date.now() + late) }
}

describe('a user who must have a second factor', () => {
  test('is reminded on every page while there is time', async () => {
    api.faults = { ...api.faults, scenario: 'two-factor:due' }
    await signedInAs('admin')
    openApp('/dashboard/invite-team')
    await screen.findByText(reminder)
    screen.getByText('Acme Analytics requires two-factor authentication.')
    expect(screen.getByRole('link', { name: 'Set up' }).getAttribute('href')).toBe(
      '/dashboard/profile?tab=security#two-factor',
    )
    await screen.findByRole('heading', { name: 'Invite Team' })
    await screen.findByLabelText('Enter Email(s) (comma separated)')
  })

  test.each([
    [24 * 3_600, 'within a day.'],
    [24 * 3_600 + 1, 'within 2 days.'],
  ])('has the begun day too: %s s are %s', async (second_factor_due_in, words) => {
    await signedInAs('admin')
    respond('getProfile', profileExample({ second_factor_due_in }))
    openApp('/dashboard/invite-team')
    await screen.findByText(`Set it up ${words}`)
  })

  test('is free as soon as the rule is withdrawn, but for a set-up that has begun', async () => {
    const told = async (second_factor_due_in?: number) => {
      const profile = profileExample({ second_factor_due_in, is_organization_admin: false })
      respond('getProfile', profile)
      await app?.queryClient.invalidateQueries({ queryKey: ['profile'] })
      await settled()
    }
    let app: ReturnType<typeof openApp> | undefined
    await signedInAs('member')
    await told(0)
    app = openApp('/dashboard/profile')
    const closed = 'Set it up, or add a passkey, to continue.'
    await app.user.click(await screen.findByRole('button', { name: 'Set up…' }))
    await told()
    screen.getByText(closed)
    await app.user.click(screen.getByRole('button', { name: 'Cancel' }))
    await screen.findByRole('heading', { name: 'Update Profile' })
    expect(screen.queryByText(closed)).toBeNull()
    await told(0)
    await screen.findByText(closed)
    expect(screen.queryByRole('link', { name: 'Set up' })).toBeNull()
    await told()
    await screen.findByRole('heading', { name: 'Update Profile' })
  })

  test('is no longer reminded once it is on, and must set up another as soon as it is off', async () => {
    api.faults = { ...api.faults, scenario: 'two-factor:due' }
    await signedInAs('admin')
    const { user } = openApp('/dashboard/profile?tab=security')
    await screen.findByText('Acme Analytics requires it.')
    const phone = await beginSetUp({ user })
    await user.type(screen.getByLabelText('Code'), phone.next())
    await user.click(await screen.findByRole('button', { name: 'I’ve saved them' }))
    await waitFor(() => expect(screen.queryByText(reminder)).toBeNull())
    await user.click(await screen.findByRole('button', { name: 'Switch off…' }))
    screen.getByText(/^It’s required here: you’ll have to set it up again/)
    await user.type(screen.getByLabelText('Your password'), demoPassword)
    await user.type(screen.getByLabelText('Code'), phone.next())
    await user.click(screen.getByRole('button', { name: 'Switch off' }))
    await screen.findByText('Set it up, or add a passkey, to continue.')
  })

  test('finds nothing else once it is over, until the recovery codes were seen', async () => {
    const { user, phone, queryClient } = await setUpTooLate()
    await user.type(screen.getByLabelText('Code'), phone.next())
    await screen.findByRole('list', { name: 'Recovery codes' })
    // The profile says by now that all is well.
    await queryClient.invalidateQueries({ queryKey: ['profile'] })
    await settled()
    expect(screen.queryByRole('list', { name: 'Recovery codes' })).not.toBeNull()
    expect(screen.queryByLabelText('Enter Email(s) (comma separated)')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'I’ve saved them' }))
    await screen.findByLabelText('Enter Email(s) (comma separated)')
    expect(screen.queryByText(/Set it up/)).toBeNull()
    await waitFor(() => expect(document.activeElement).not.toBe(document.body))
  })
})
