import { screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { examples } from '../../contract/examples'
import { demoPassword } from '../../server/demo/demo'
import { call } from '../../src/api/call'
import { enter, openApp, signedInAs, toasted } from '../support/render-app'
import { holdAnswer, lose, refuse, respond } from '../support/respond'
import { beginSetUp } from '../support/second-factor'
import { withSettings } from '../support/with-settings'

/** Answers that get lost, or come when the user is elsewhere. */

beforeEach(async () => {
  await signedInAs('admin')
  withSettings({ isOurServer: true, hasTwoFactor: true })
})

describe('a second factor', () => {
  const unseen = 'You haven’t saved your recovery codes. Make new ones in your profile.'

  async function firstCode() {
    const app = openApp('/dashboard/profile?tab=security')
    return { ...app, phone: await beginSetUp(app) }
  }

  /** Opens the profile of somebody who has one, and fills in what comes behind a button. */
  async function filledIn(button: string) {
    respond('getTwoFactor', examples.getTwoFactor.answer)
    const { user } = openApp('/dashboard/profile?tab=security')
    await user.click(await screen.findByRole('button', { name: button }))
    enter(screen.getByLabelText('Your password'), demoPassword)
    enter(screen.getByLabelText('Code'), '123456')
    return (name: string) => user.click(screen.getByRole('button', { name }))
  }

  test('that is on, though its answer was lost, shows so and asks for new codes', async () => {
    const { phone } = await firstCode()
    await call('confirmTwoFactor', { code: phone.next() })
    enter(screen.getByLabelText('Code'), phone.next())
    await toasted('info', 'Two-factor authentication is on.', unseen)
    await screen.findByRole('button', { name: 'New codes…' })
  })

  test('that is turned on after its page was left says so, and asks for new codes', async () => {
    const { user, phone } = await firstCode()
    const release = holdAnswer('confirmTwoFactor')
    enter(screen.getByLabelText('Code'), phone.next())
    await user.click(screen.getByRole('link', { name: 'Dashboard' }))
    await waitFor(() => expect(screen.queryByLabelText('Code')).toBeNull())
    await release()
    await toasted('info', 'Two-factor authentication is on.', unseen)
  })

  test('whose set-up took too long begins again', async () => {
    await firstCode()
    refuse('confirmTwoFactor', 409, 'That took too long.')
    enter(screen.getByLabelText('Code'), '123456')
    await screen.findByLabelText('Your password')
    screen.getByText('That took too long.')
  })

  test.each([
    [
      ...(['New codes…', 'renewRecoveryCodes', 'Make new codes'] as const),
      'No new recovery codes were made.',
      'your recovery codes may no longer work.',
    ],
    [
      ...(['Switch off…', 'removeTwoFactor', 'Switch off'] as const),
      'Two-factor authentication is still on.',
      'it may be off.',
    ],
  ] as const)('of which ‘%s’ fails says why', async (...example) => {
    const [begin, name, action, text, perhaps] = example
    const press = await filledIn(begin)
    refuse(name, 429, 'Not now.')
    await press(action)
    await screen.findByText(text)
    screen.getByText('Not now.')
    lose(name)
    await press(action)
    await screen.findByText(`We couldn’t confirm it: ${perhaps} Please check.`)
    await press('Cancel')
    await press(begin)
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('of which new codes are made after its page was left says so', async () => {
    const press = await filledIn('New codes…')
    respond('renewRecoveryCodes', { recovery_codes: ['a code'] })
    const release = holdAnswer('renewRecoveryCodes')
    await press('Make new codes')
    screen.getByRole('link', { name: 'Dashboard' }).click()
    await waitFor(() => expect(screen.queryByLabelText('Code')).toBeNull())
    await release()
    await toasted('info', 'New recovery codes were made.', unseen)
  })

  test('that is off, though its answer was lost, shows so', async () => {
    const press = await filledIn('Switch off…')
    lose('removeTwoFactor')
    respond('getTwoFactor', { ...examples.getTwoFactor.answer, state: 'off' })
    await press('Switch off')
    await screen.findByRole('button', { name: 'Set up…' })
  })
})

test('a change that fails after its page was left is told', async () => {
  const { user } = openApp('/dashboard/organisation')
  enter(await screen.findByLabelText('Organisation name'), 'Acme Labs')
  refuse('renameOrganisation', 409, 'Not now.')
  const release = holdAnswer('renameOrganisation')
  await user.click(screen.getByRole('button', { name: 'Change name' }))
  await user.click(screen.getByRole('link', { name: 'Dashboard' }))
  await user.click(await screen.findByRole('button', { name: 'Leave' }))
  await waitFor(() => expect(screen.queryByLabelText('Organisation name')).toBeNull())
  await release()
  await toasted('error', 'The name was not changed.', 'Not now.')
})

test('invitations of which some failed after their page was left are told', async () => {
  respond('inviteTeamMembers', { message: '1 invited.', invited: 1, excluded: ['y'] })
  const { user } = openApp('/dashboard/invite-team')
  enter(await screen.findByRole('textbox', { name: /^Enter Email/ }), 'x, y')
  const release = holdAnswer('inviteTeamMembers')
  await user.click(screen.getByRole('button', { name: 'Submit' }))
  // What is typed now would be lost with the answer.
  expect(screen.getByRole('textbox', { name: /^Enter Email/ })).toHaveProperty('readOnly', true)
  await user.click(screen.getByRole('link', { name: 'Dashboard' }))
  await user.click(await screen.findByRole('button', { name: 'Leave' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Submit' })).toBeNull())
  await release()
  await toasted('warning', '1 invited.')
})
