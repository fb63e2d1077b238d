import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { demoMember, demoPassword } from '../../server/demo/demo'
import { wrongCodeFor } from '../support/phone'
import { openApp } from '../support/render-app'
import { securedAdmin } from '../support/second-factor'
import { api } from '../support/test-api'
import { toasted } from '../support/toasts'
import { withSettings } from '../support/with-settings'

beforeEach(() => withSettings({ isOurServer: true, hasTwoFactor: true }))

describe('actions that a second factor guards', () => {
  test('a dialog with a password asks for the code, and waits for its button', async () => {
    const { phone } = await securedAdmin()
    const { user } = openApp('/dashboard/profile?tab=account')
    await user.click(await screen.findByRole('button', { name: 'Download…' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.type(dialog.getByLabelText('Password'), demoPassword)
    await user.click(dialog.getByRole('button', { name: 'Download' }))
    const field = await dialog.findByLabelText('Code')
    expect(document.activeElement).toBe(field)
    expect(dialog.queryByRole('alert')).toBeNull()
    api.requests.length = 0
    await user.type(field, wrongCodeFor(phone))
    expect(api.requests.filter((one) => one.includes('export'))).toEqual([])
    await user.click(dialog.getByRole('button', { name: 'Download' }))
    await dialog.findByText(/This code is wrong/)
    await user.clear(field)
    await user.type(field, phone.next())
    await user.click(dialog.getByRole('button', { name: 'Download' }))
    await toasted('success', 'Your data was downloaded.')
  })

  test('the password and the address ask for the code in their forms', async () => {
    const { codes } = await securedAdmin()
    const { user } = openApp('/dashboard/profile?tab=security')
    await user.type(await screen.findByLabelText('Current password'), demoPassword)
    await user.type(screen.getByLabelText('New password'), 'another password')
    await user.type(screen.getByLabelText('Confirm new password'), 'another password')
    await user.click(screen.getByRole('button', { name: 'Change password' }))
    const form = within(screen.getByRole('form', { name: 'Password' }))
    await form.findByLabelText('Code')
    await user.click(form.getByRole('button', { name: 'Use a recovery code' }))
    await user.type(await form.findByLabelText('Recovery code'), codes[0] ?? '')
    await user.click(screen.getByRole('button', { name: 'Change password' }))
    await screen.findByText(/^Password changed/)
  })

  test('a change of the team asks for the code, keeps the change, and can be called off', async () => {
    const { phone } = await securedAdmin()
    const { user } = openApp('/dashboard/invite-team')
    const makeAdmin = async () => {
      const name = `Actions for ${demoMember.fullName}`
      await user.click(await screen.findByRole('button', { name }))
      await user.click(await screen.findByRole('menuitem', { name: 'Make admin' }))
      const title = `Make ${demoMember.fullName} an admin`
      return within(await screen.findByRole('dialog', { name: title }))
    }
    const first = await makeAdmin()
    await user.click(first.getByRole('button', { name: 'Cancel' }))
    expect(screen.queryByRole('dialog')).toBeNull()
    const dialog = await makeAdmin()
    await user.type(dialog.getByLabelText('Code'), wrongCodeFor(phone))
    await user.click(dialog.getByRole('button', { name: 'Continue' }))
    await dialog.findByText(/This code is wrong/)
    await user.clear(dialog.getByLabelText('Code'))
    await user.type(dialog.getByLabelText('Code'), phone.next())
    await user.click(dialog.getByRole('button', { name: 'Continue' }))
    await toasted('success', `${demoMember.fullName} is now an admin.`)
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})
