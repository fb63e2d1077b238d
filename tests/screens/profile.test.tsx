import { act, screen, waitFor, within } from '@testing-library/react'
import * as v from 'valibot'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { type Profile, profile as profileSchema } from '../../contract/profile'
import { demoPassword } from '../../server/demo/demo'
import { call } from '../../src/api/call'
import { clearPageSession } from '../../src/api/page-session'
import { profileExample, profileUpdateExample } from '../support/examples'
import { failureLines } from '../support/failure-lines'
import { linkMailedTo } from '../support/mails'
import { enter, openApp, settled, signedInAs, toasted } from '../support/render-app'
import { holdAnswer, lose, refuse, respond } from '../support/respond'
import { api } from '../support/test-api'
import { withSettings } from '../support/with-settings'

const priya = profileExample({
  contact_number: '+44-20794609580',
  organization: { org_iframe: null, org_metabase_name: null },
})

/** From here on the server answers this profile, and keeps what it is sent. */
function serve(profile: Partial<Profile> = {}) {
  let stored: Profile = { ...priya, ...profile }
  respond('getProfile', () => stored)
  const updates = respond('updateProfile', (update) => {
    stored = v.parse(profileSchema, { ...stored, ...update })
    return stored
  })
  return { updates, change: (change: Partial<Profile>) => Object.assign(stored, change) }
}

async function opened() {
  const app = openApp('/dashboard/profile')
  await screen.findByRole('form', { name: 'Update Profile' })
  return app
}
const form = () => within(screen.getByRole('form', { name: 'Update Profile' }))
const field = (name: string) => form().getByLabelText<HTMLInputElement>(name)
const submit = () => screen.getByRole('button', { name: 'Update Profile' })
const success = () => toasted('success', 'Profile updated successfully!')
const reminders = 'Email me 14 and 3 days before a yearly plan renews'

beforeEach(() => signedInAs('admin'))

describe('the profile cards', () => {
  /** Names and values, in order. */
  const factsOf = (name: string) => {
    const card = screen.getByRole('heading', { name }).closest('section') as HTMLElement
    const values = within(card).getAllByRole('definition')
    return within(card)
      .getAllByRole('term')
      .map((term, index) => [term.textContent, values[index]?.textContent])
  }

  test('show the user and the organisation, whose link is copied on click', async () => {
    serve()
    const { user } = await opened()
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Profile Settings')
    expect(factsOf('Profile Information')).toEqual([
      ['Full Name', 'Priya Sharma'],
      ['Email', 'admin@acme.test'],
      ['Contact Number', '+44-20794609580'],
    ])
    const link = `${window.location.origin}/acme-analytics`
    expect(factsOf('Organization Information')).toEqual([
      ['Name', 'Acme Analytics'],
      ['Link', expect.stringContaining(link)],
    ])
    await user.click(screen.getByText(/\/acme-analytics$/))
    await toasted('success', 'Link copied to clipboard!')
    expect(await navigator.clipboard.readText()).toBe(link)
    vi.spyOn(console, 'error').mockImplementation(() => {})
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('Not allowed'))
    await user.click(screen.getByText(/\/acme-analytics$/))
    await toasted('error', 'Failed to copy the link.')
  })

  test.each([
    ['admin', true, true],
    ['member', true, false],
    ['admin', false, false],
  ] as const)('say to a(n) %s (our server: %s) what they may know', async (...example) => {
    const [role, isOurServer, isOurAdmin] = example
    withSettings({ isOurServer })
    await signedInAs(role)
    const isAdmin = role === 'admin'
    serve({
      contact_number: null,
      is_organization_admin: isAdmin,
      renewal_reminders: isAdmin || null,
    })
    await opened()
    expect(screen.queryAllByText(/You are one of its admins\.$/)).toHaveLength(Number(isOurAdmin))
    const links = screen.queryAllByRole('link', { name: 'Organisation settings' })
    expect(links.map((link) => link.getAttribute('href'))).toEqual(
      isOurAdmin ? ['/dashboard/organisation'] : [],
    )
    expect(screen.queryAllByText('Confirmed')).toHaveLength(Number(isOurServer))
    expect(form().queryAllByLabelText(reminders)).toHaveLength(Number(isOurAdmin))
    expect(factsOf('Profile Information').at(-1)).toEqual(['Contact Number', 'Not given'])
  })
})

describe('the tabs', () => {
  test.each([
    ['profile', '', 'Update Profile', []],
    ['security', '#two-factor', 'Two-factor authentication', ['passkeys', 'two-factor']],
    ['security', '#password', 'Password', ['passkeys'], { hasTwoFactor: false }],
    ['sessions', '#sessions', 'Sessions', ['account/sessions']],
    ['reports', '#reports', 'Reports by email', ['reports']],
    ['account', '#leave', 'Leave Acme Analytics', ['team']],
    ['account', '', 'Update Profile', [], { isOurServer: false }],
  ])('are opened by the address, and fetch only what they show: %s', async (...example) => {
    const [tab, part, name, calls, others] = example
    withSettings({ isOurServer: true, hasTwoFactor: true, ...others })
    const { address, queryClient } = openApp(`/dashboard/profile?tab=${tab}${part}`)
    const title = await screen.findByRole('heading', { name })
    if (part) {
      await waitFor(() => expect(document.activeElement).toBe(title))
      expect(address()).toBe(`/dashboard/profile?tab=${tab}`)
    }
    await waitFor(() => expect(queryClient.isFetching()).toBe(0))
    const expected = ['profile', ...calls].map((call) => `GET /api/${call}/`)
    expect([...new Set(api.requests)].sort()).toEqual(expected.sort())
  })

  test('leave no step in the history for the part that the address asked for', async () => {
    withSettings({ isOurServer: true })
    const { address, goTo, goBack } = openApp('/dashboard/main')
    await act(() => goTo('/dashboard/profile?tab=sessions#sessions'))
    await waitFor(() => expect(address()).toBe('/dashboard/profile?tab=sessions'))
    act(goBack)
    await waitFor(() => expect(address()).toBe('/dashboard/main'))
  })
})

describe('a change', () => {
  test('is sent, confirmed, and shows at once everywhere', async () => {
    // Not as this form would write it.
    const contact_number = '020 7946 0958'
    const { updates } = serve({ contact_number })
    const { user } = await opened()
    // What shows next comes from the answer to the change itself.
    respond('getProfile', () => new Promise(() => {}))
    enter(field('Full Name'), '  Anand Rao ')
    const email = 'admin@acme.test.in'
    enter(field('Email'), email)
    // Another server wants no password for it, and has no reminders.
    expect(form().queryByLabelText('Current password')).toBeNull()
    await user.click(submit())
    await success()
    const { renewal_reminders: _none, ...kept } = profileUpdateExample(priya)
    // What wasn't touched as it was.
    expect(updates).toEqual([{ ...kept, contact_number, full_name: 'Anand Rao', email }])
    expect(field('Full Name').value).toBe('Anand Rao')
    expect(screen.getByRole('button', { name: 'Profile menu' }).textContent).toBe('AR')
    await user.click(screen.getByRole('button', { name: 'Profile menu' }))
    await screen.findByText('Hey, Anand')
  })

  test('that is under way keeps what is typed meanwhile', async () => {
    serve()
    const { user } = await opened()
    enter(field('Full Name'), 'Anand')
    const release = holdAnswer('updateProfile')
    await user.click(submit())
    enter(field('Full Name'), 'Anand Rao')
    await release()
    await success()
    expect(field('Full Name').value).toBe('Anand Rao')
  })

  test('without a name is not sent, and one that fails is logged; it can be discarded', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const { updates } = serve()
    const { user } = await opened()
    await user.clear(field('Full Name'))
    await user.click(submit())
    await screen.findByText('Please enter your full name.')
    expect(document.activeElement).toBe(field('Full Name'))
    expect(updates).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Discard' }))
    expect(screen.queryByText('Please enter your full name.')).toBeNull()
    expect(document.activeElement).toBe(submit())
    enter(field('Full Name'), 'Anand')
    refuse('updateProfile', 500)
    await user.click(submit())
    expect((await screen.findByRole('alert')).textContent).toBe('Error updating profile.')
    expect(field('Full Name').value).toBe('Anand')
    expect(console.error).toHaveBeenCalledWith('Error updating profile', expect.anything())
    await user.click(screen.getByRole('button', { name: 'Discard' }))
    expect(field('Full Name').value).toBe('Priya Sharma')
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('elsewhere shows in the form, except in edited fields', async () => {
    const { change } = serve()
    const { user, queryClient } = await opened()
    await user.type(field('Full Name'), '!')
    change({ full_name: 'Someone Else', email: 'new@acme.test' })
    await queryClient.invalidateQueries()
    await settled()
    await waitFor(() => expect(field('Email').value).toBe('new@acme.test'))
    expect(field('Full Name').value).toBe('Priya Sharma!')
  })

  test('of the address asks for the password, and sends it, as it does the switch of the reminders', async () => {
    withSettings({ isOurServer: true })
    const { updates } = serve()
    const { user } = await opened()
    // The same one, as pasted from a mail.
    enter(field('Email'), 'Priya <admin@acme.test>')
    expect(form().queryByLabelText('Current password')).toBeNull()
    enter(field('Email'), 'admin@acme.test.in')
    await user.click(submit())
    await screen.findByText('Please enter your password.')
    enter(field('Current password'), demoPassword)
    expect(field(reminders).checked).toBe(true)
    await user.click(field(reminders))
    await user.click(submit())
    await success()
    expect(updates).toEqual([
      {
        ...profileUpdateExample(priya),
        email: 'admin@acme.test.in',
        current_password: demoPassword,
        renewal_reminders: false,
      },
    ])
    expect(field(reminders).checked).toBe(false)
  })
})

describe('the contact number', () => {
  // How texts are read: `tests/unit/profile-contact-number.test.ts`.
  const number = () => field('Contact Number')
  const code = () => field('Country Code')
  /** What the line at the field says, in a region that was there before. */
  function remark(): string | undefined {
    const id = number().getAttribute('aria-describedby')
    const line = id === null ? null : document.getElementById(id)
    expect(line?.closest('[role="status"]')).not.toBeNull()
    return line?.textContent
  }

  test('of a country that isn’t in the list is not taken; one pasted with its code is sent with that', async () => {
    const { updates } = serve({ contact_number: null })
    const { user } = await opened()
    await user.click(number())
    await user.paste('+49 30 123456')
    expect([code().value, number().value]).toEqual(['+91', ''])
    expect(remark()).toBe('Choose a country code from the list: +1, +91, +44, +61.')
    await user.paste('+44 20 7946 0958')
    expect(`${code().value}-${number().value}`).toBe('+44-2079460958')
    expect(remark()).toBeUndefined()
    screen.getByText('You have unsaved changes.')
    await user.click(submit())
    await success()
    expect(updates).toMatchObject([{ contact_number: '+44-2079460958' }])
    // The number belonged to the other code.
    await user.selectOptions(code(), '+1')
    expect(number().value).toBe('')
  })
})

describe('the link that asks whose a new address is', () => {
  const email = 'daniel@new.test'

  /** Changes the member's address. @returns the path of the link that is mailed to the new one. */
  async function mailedLink(): Promise<string> {
    await call('updateProfile', { full_name: 'Daniel', email, current_password: demoPassword })
    return await linkMailedTo(email)
  }

  beforeEach(async () => {
    withSettings({ isOurServer: true })
    await signedInAs('member')
    // The calls below belong to this session.
    clearPageSession()
  })

  test('is mailed again from the profile, and confirms the address after a click by the signed-in user', async () => {
    await mailedLink()
    const { user, address, goTo } = openApp('/dashboard/profile')
    await screen.findByText('Not confirmed yet')
    refuse('mailAddressLink', 429)
    await user.click(screen.getByRole('button', { name: 'Send the link' }))
    await toasted('error', 'The link was not sent.', 'No.')
    await user.click(screen.getByRole('button', { name: 'Send the link' }))
    await toasted('success', `A link is on its way to ${email}.`)
    await goTo(await linkMailedTo(email))
    await screen.findByRole('heading', { name: 'Is this your account?' })
    expect(api.requests.join()).not.toContain('confirm-address')
    const release = holdAnswer('confirmAddress')
    await user.click(screen.getByRole('button', { name: 'Yes, confirm my address' }))
    expect(screen.getByRole('button', { name: 'It isn’t mine' })).toHaveProperty('disabled', true)
    await release()
    await toasted('success', 'Your email address is confirmed.')
    await waitFor(() => expect(address()).toBe('/dashboard/profile'))
    expect(screen.queryByText('Not confirmed yet')).toBeNull()
  })

  test('releases the address after a confirmation, signed in or not', async () => {
    const link = await mailedLink()
    localStorage.clear()
    const { user } = openApp(link)
    await screen.findByRole('heading', { name: 'Is this your account?' })
    expect(screen.queryByRole('button', { name: /confirm/ })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'It isn’t mine' }))
    await user.click(await screen.findByRole('button', { name: 'Keep it' }))
    await user.click(screen.getByRole('button', { name: 'It isn’t mine' }))
    expect(api.requests.join()).not.toContain('release')
    await user.click(await screen.findByRole('button', { name: 'Remove it' }))
    await screen.findByRole('heading', { name: 'This address has been released' })
  })

  test('says so when it has expired', async () => {
    const { user } = openApp('/confirm-address/a-token')
    await user.click(await screen.findByRole('button', { name: 'Yes, confirm my address' }))
    const expired = expect.stringContaining('This link has expired')
    expect(await failureLines()).toEqual(['The address was not confirmed.', expired])
    await user.click(screen.getByRole('button', { name: 'It isn’t mine' }))
    await user.click(await screen.findByRole('button', { name: 'Remove it' }))
    await screen.findByText('The address was not released.')
    expect(await failureLines()).toEqual(['The address was not released.', expired])
    lose('confirmAddress')
    await user.click(screen.getByRole('button', { name: 'Yes, confirm my address' }))
    await screen.findByText('We couldn’t confirm it: the address may be confirmed. Please check.')
  })
})
