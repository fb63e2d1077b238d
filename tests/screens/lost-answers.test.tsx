import { screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { calls } from '../../contract/calls'
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
    return { user, press: (name: string) => user.click(screen.getByRole('button', { name })) }
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
    const release = holdAnswer(calls.confirmTwoFactor)
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
    await screen.findByText('That took too long.')
    expect(document.activeElement).toBe(await screen.findByLabelText('Your password'))
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
  ] as const)('of which ‘%s’ fails says why, and it can be called off', async (...example) => {
    const [begin, name, action, text, perhaps] = example
    const { user, press } = await filledIn(begin)
    refuse(name, 429, 'Not now.')
    await press(action)
    await screen.findByText(text)
    screen.getByText('Not now.')
    lose(name)
    await press(action)
    await screen.findByText(`We couldn’t confirm it: ${perhaps} Please check.`)
    await press('Cancel')
    await user.click(await screen.findByRole('button', { name: begin }))
    screen.getByRole('button', { name: action })
    expect(screen.queryByText(/^We couldn’t confirm it/)).toBeNull()
  })

  test('that is off, though its answer was lost, shows so', async () => {
    const { press } = await filledIn('Switch off…')
    lose('removeTwoFactor')
    respond('getTwoFactor', { ...examples.getTwoFactor.answer, state: 'off' })
    await press('Switch off')
    await screen.findByRole('button', { name: 'Set up…' })
  })

  test('whose new codes come after its page was left says so', async () => {
    respond('renewRecoveryCodes', { recovery_codes: ['a code'] })
    const { user, press } = await filledIn('New codes…')
    const release = holdAnswer(calls.renewRecoveryCodes)
    await press('Make new codes')
    expect(screen.getByRole('button', { name: 'Cancel' })).toHaveProperty('disabled', true)
    await user.click(screen.getByRole('link', { name: 'Dashboard' }))
    await waitFor(() => expect(screen.queryByLabelText('Code')).toBeNull())
    await release()
    await toasted('info', 'New recovery codes were made.', unseen)
  })
})

const failed = 'Error sending invites. Please try again.'
test.each([
  ['success', '2 invited.', '', { invited: 2, excluded: [] }, 200],
  ['warning', '1 invited.', '', { invited: 1, excluded: ['y'] }, 200],
  ['error', 'None invited.', '', { invited: 0, excluded: ['x', 'y'] }, 200],
  ['error', failed, 'Too often.', { error: 'Too often.' }, 429],
] as const)(
  'invitations after whose page was left are told: %s, %s',
  async (tone, message, detail, answer, status) => {
    respond('inviteTeamMembers', { message, ...answer } as never, status)
    const { user } = openApp('/dashboard/invite-team')
    enter(await screen.findByRole('textbox', { name: /^Enter Email/ }), 'x, y')
    const release = holdAnswer(calls.inviteTeamMembers)
    await user.click(screen.getByRole('button', { name: 'Submit' }))
    // What is typed now would be lost with the answer.
    expect(screen.getByRole('textbox', { name: /^Enter Email/ })).toHaveProperty('readOnly', true)
    await user.click(screen.getByRole('link', { name: 'Dashboard' }))
    await user.click(await screen.findByRole('button', { name: 'Leave' }))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Submit' })).toBeNull())
    await release()
    await toasted(tone, message, detail)
  },
)

test('a failed card that fails again keeps the focus at its heading', async () => {
  respond('getAuditLog', undefined, 400)
  const { user } = openApp('/dashboard/audit-log')
  const again = () => screen.findByRole('button', { name: 'Try again' })
  await again()
  const release = holdAnswer(calls.getAuditLog)
  await user.click(await again())
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull())
  await release()
  await again()
  const heading = screen.getByRole('heading', { name: 'Activity' })
  await waitFor(() => expect(document.activeElement).toBe(heading))
})
