import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { demoPassword } from '../../server/demo/demo'
import { call } from '../../src/api/call'
import { failureLines } from '../support/failure-lines'
import { linkMailedTo } from '../support/mails'
import { openApp, signedInAs } from '../support/render-app'
import { api } from '../support/test-api'
import { toasted } from '../support/toasts'
import { withSettings } from '../support/with-settings'

const email = 'daniel@new.test'

/** Changes the member's address. @returns the path of the link that is mailed to the new one. */
async function mailedLink(): Promise<string> {
  const update = { full_name: 'Daniel', email, current_password: demoPassword }
  await call('updateProfile', update)
  return await linkMailedTo(email)
}

beforeEach(() => withSettings({ isOurServer: true }))

describe('the link that asks whose an address is', () => {
  test('confirms the address after a click by the signed-in user of the account', async () => {
    await signedInAs('member')
    const { user, address } = openApp(await mailedLink())
    await screen.findByRole('heading', { name: 'Is this your account?' })
    expect(api.requests.join()).not.toContain('confirm-address')
    await user.click(screen.getByRole('button', { name: 'Yes, confirm my address' }))
    await toasted('success', 'Your email address is confirmed.')
    await waitFor(() => expect(address()).toBe('/dashboard/profile'))
    expect(screen.queryByText('Not confirmed yet')).toBeNull()
  })

  test('is mailed again from the profile', async () => {
    await signedInAs('member')
    await mailedLink()
    const { user } = openApp('/dashboard/profile')
    await screen.findByText('Not confirmed yet')
    await user.click(screen.getByRole('button', { name: 'Send the link' }))
    await toasted('success', `A link is on its way to ${email}.`)
  })

  test('releases the address after a confirmation, signed in or not', async () => {
    await signedInAs('member')
    const link = await mailedLink()
    localStorage.clear()
    const { user } = openApp(link)
    await screen.findByRole('heading', { name: 'Is this your account?' })
    expect(screen.queryByRole('button', { name: /confirm/ })).toBeNull()
    expect(screen.getByRole('link', { name: 'sign in' }).getAttribute('href')).toBe('/signin')
    await user.click(screen.getByRole('button', { name: 'It isn’t mine' }))
    const dialog = await screen.findByRole('dialog')
    await user.click(within(dialog).getByRole('button', { name: 'Keep it' }))
    expect(api.requests.join()).not.toContain('release')
    await user.click(screen.getByRole('button', { name: 'It isn’t mine' }))
    await user.click(await screen.findByRole('button', { name: 'Remove it' }))
    await screen.findByRole('heading', { name: 'This address has been released' })
  })

  test('says so when it has expired', async () => {
    await signedInAs('member')
    const { user } = openApp('/confirm-address/a-token')
    await user.click(await screen.findByRole('button', { name: 'Yes, confirm my address' }))
    const [failed, why] = await failureLines()
    expect([failed, why]).toEqual([
      'The address was not confirmed.',
      expect.stringContaining('This link has expired'),
    ])
    await user.click(screen.getByRole('button', { name: 'It isn’t mine' }))
    await user.click(await screen.findByRole('button', { name: 'Remove it' }))
    await screen.findByText('The address was not released.')
    expect(await failureLines()).toEqual(['The address was not released.', why])
  })
})
