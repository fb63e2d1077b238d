import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import * as v from 'valibot'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { type Profile, type ProfileUpdate, profile as profileSchema } from '../../contract/profile'
import { profileExample, profileUpdateExample } from '../support/examples'
import { openApp, settled, signedInAs } from '../support/render-app'
import { respond } from '../support/respond'
import { api } from '../support/test-api'
import { toasted } from '../support/toasts'
import { withSettings } from '../support/with-settings'

const priya = profileExample({
  contact_number: '+44-20794609580',
  organization: { org_iframe: null, org_metabase_name: null },
})

/** From here on the server answers this profile, and keeps what it is sent. */
function serve(profile: Partial<Profile> = {}) {
  let stored: Profile = { ...priya, ...profile }
  const updates: ProfileUpdate[] = []
  api.server.use(
    http.get('*/api/profile/', () => HttpResponse.json(stored)),
    http.put('*/api/profile/', async ({ request }) => {
      const update = (await request.json()) as ProfileUpdate
      updates.push(update)
      stored = v.parse(profileSchema, { ...stored, ...update })
      return HttpResponse.json(stored)
    }),
  )
  return { updates, change: (change: Partial<Profile>) => Object.assign(stored, change) }
}

/** The server refuses updates with this, because of a field where it names one. */
function refuse(status: number, error: string, name?: keyof ProfileUpdate) {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const body = { error, ...(name && { field_errors: { [name]: error } }) }
  respond('updateProfile', body, status)
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

beforeEach(() => signedInAs('admin'))

describe('the profile cards', () => {
  /** Names and values, in order. */
  const factsOf = (name: string) => {
    const card = screen.getByRole('heading', { name }).closest('section')
    if (!card) throw new Error(`There is no card ${name}`)
    const values = within(card).getAllByRole('definition')
    return within(card)
      .getAllByRole('term')
      .map((term, index) => [term.textContent, values[index]?.textContent])
  }

  test('show the user and the organisation', async () => {
    serve()
    await opened()
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Profile Settings')
    expect(factsOf('Profile Information')).toEqual([
      ['Full Name', 'Priya Sharma'],
      ['Email', 'admin@acme.test'],
      ['Contact Number', '+44-20794609580'],
    ])
    expect(factsOf('Organization Information')).toEqual([
      ['Name', 'Acme Analytics'],
      ['Link', expect.stringContaining(`${window.location.origin}/acme-analytics`)],
    ])
  })

  test.each(['/dashboard/profile', '/dashboard/main'])(
    'show names in the direction of their own script, on %s',
    async (path) => {
      const [full_name, name] = ['بريا شارما', 'تحليلات أكمي']
      serve({ full_name, organization: { ...priya.organization, name } })
      openApp(path)
      const places = () => screen.getAllByText((text) => text === full_name || text === name)
      // In the cards and the sidebar, or in the sidebar and as the dashboard's name.
      await waitFor(() => expect(places().length).toBeGreaterThanOrEqual(2))
      for (const place of places()) expect(place.dir).toBe('auto')
      if (path === '/dashboard/profile') expect(field('Full Name').dir).toBe('auto')
    },
  )

  test('copy the link on click', async () => {
    serve()
    const { user } = await opened()
    await user.click(screen.getByText(/\/acme-analytics$/))
    await toasted('success', 'Link copied to clipboard!')
    expect(await navigator.clipboard.readText()).toBe(`${window.location.origin}/acme-analytics`)
    vi.spyOn(console, 'error').mockImplementation(() => {})
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('Not allowed'))
    await user.click(screen.getByText(/\/acme-analytics$/))
    await toasted('error', 'Failed to copy the link.')
  })

  test.each([
    ['admin', true, 'You are one of its admins.', 'Confirmed'],
    ['member', true, null, 'Confirmed'],
    ['admin', false, null, null],
  ] as const)('say to a(n) %s (our server: %s) what they may know', async (...example) => {
    const [role, isOurServer, words, state] = example
    withSettings({ isOurServer })
    await signedInAs(role)
    serve({ contact_number: null, is_organization_admin: role === 'admin' })
    await opened()
    expect(screen.queryAllByText(/You are one of its admins\.$/)).toHaveLength(words ? 1 : 0)
    const links = screen.queryAllByRole('link', { name: 'Organisation settings' })
    expect(links.map((link) => link.getAttribute('href'))).toEqual(
      words ? ['/dashboard/organisation'] : [],
    )
    expect(screen.queryAllByText('Confirmed')).toHaveLength(state ? 1 : 0)
    expect(factsOf('Profile Information').at(-1)).toEqual(['Contact Number', 'Not given'])
  })
})

describe('the tabs', () => {
  beforeEach(() => withSettings({ isOurServer: true, hasTwoFactor: true }))

  test.each([
    ['security#two-factor', 'Two-factor authentication'],
    ['sessions#sessions', 'Sessions'],
    ['reports#reports', 'Reports by email'],
    ['account#leave', 'Leave Acme Analytics'],
  ])('are opened by the address: ?tab=%s leads to ‘%s’', async (part, name) => {
    const { address } = openApp(`/dashboard/profile?tab=${part}`)
    const title = await screen.findByRole('heading', { name })
    await waitFor(() => expect(document.activeElement).toBe(title))
    expect(address()).toBe(`/dashboard/profile?tab=${part.split('#')[0]}`)
  })

  test.each([
    ['profile', 'Update Profile', []],
    ['security', 'Two-factor authentication', ['passkeys', 'two-factor']],
    ['sessions', 'Sessions', ['account/sessions']],
    ['reports', 'Reports by email', ['reports']],
    ['account', 'Leave Acme Analytics', ['team']],
  ])('fetch only what the open one shows: %s', async (tab, name, calls) => {
    const { queryClient } = openApp(`/dashboard/profile?tab=${tab}`)
    await screen.findByRole('heading', { name })
    await waitFor(() => expect(queryClient.isFetching()).toBe(0))
    const expected = ['profile', ...calls].map((call) => `GET /api/${call}/`)
    expect([...new Set(api.requests)].sort()).toEqual(expected.sort())
  })

  test('ask before unsaved text is left, and keep it if the user stays', async () => {
    serve()
    const { user } = await opened()
    await user.type(field('Full Name'), '!')
    await user.click(screen.getByRole('link', { name: 'Security' }))
    await screen.findByRole('heading', { name: 'Leave without saving?' })
    await user.click(screen.getByRole('button', { name: 'Stay' }))
    expect(field('Full Name').value).toBe('Priya Sharma!')
    await user.click(screen.getByRole('link', { name: 'Security' }))
    await user.click(await screen.findByRole('button', { name: 'Leave' }))
    await screen.findByRole('heading', { name: 'Password' })
  })
})

describe('a change', () => {
  test('is sent, confirmed, and shows at once everywhere', async () => {
    const { updates } = serve()
    const { user } = await opened()
    // What shows next comes from the answer to the change itself.
    api.server.use(http.get('*/api/profile/', () => new Promise<never>(() => {})))
    await user.clear(field('Full Name'))
    await user.type(field('Full Name'), '  Anand Rao ')
    await user.click(submit())
    await success()
    // What wasn't touched as it was; another server has no reminders.
    const { renewal_reminders: _none, ...kept } = profileUpdateExample(priya)
    expect(updates).toEqual([{ ...kept, full_name: 'Anand Rao' }])
    expect(field('Full Name').value).toBe('Anand Rao')
    expect(screen.getByRole('button', { name: 'Profile menu' }).textContent).toBe('AR')
    await user.click(screen.getByRole('button', { name: 'Profile menu' }))
    await screen.findByText('Hey, Anand')
    expect(api.requests).toEqual([
      'GET /api/profile/',
      'PUT /api/profile/',
      // Somebody else may have changed the rest.
      'GET /api/profile/',
    ])
  })

  test('that fails keeps the input, and is logged', async () => {
    serve()
    refuse(500, 'Out of order')
    const { user } = await opened()
    await user.clear(field('Full Name'))
    await user.type(field('Full Name'), 'Anand')
    await user.click(submit())
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toBe('Error updating profile.')
    expect(field('Full Name').value).toBe('Anand')
    expect(console.error).toHaveBeenCalledWith('Error updating profile', expect.anything())
  })

  test('without a name is not sent, and can be discarded; the button that saves gets the focus', async () => {
    const { updates } = serve()
    const { user } = await opened()
    await user.clear(field('Full Name'))
    await user.click(submit())
    await screen.findByText('Please enter your full name.')
    expect(document.activeElement).toBe(field('Full Name'))
    expect(updates).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Discard' }))
    expect(field('Full Name').value).toBe('Priya Sharma')
    expect(screen.queryByText('Please enter your full name.')).toBeNull()
    expect(document.activeElement).toBe(submit())
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

  test.each(['+49-1701234567', '020 7946 0958'])(
    'stored as %s is kept unless it is changed',
    async (contact_number) => {
      const { updates } = serve({ contact_number })
      const { user } = await opened()
      await user.type(field('Full Name'), '!')
      await user.click(submit())
      await success()
      expect(updates[0]?.contact_number).toBe(contact_number)
    },
  )

  test('pasted with its country code is sent with that', async () => {
    const { updates } = serve({ contact_number: null })
    const { user } = await opened()
    await user.click(number())
    await user.paste('+44 20 7946 0958')
    expect(`${code().value}-${number().value}`).toBe('+44-2079460958')
    expect(remark()).toBe('The country code is now +44.')
    await user.click(submit())
    await success()
    expect(updates[0]?.contact_number).toBe('+44-2079460958')
    // The number belonged to the other code.
    await user.selectOptions(code(), '+1')
    expect(number().value).toBe('')
    expect(remark()).toBeUndefined()
  })

  test('of a country that isn’t in the list is refused, and stays', async () => {
    const { updates } = serve({ contact_number: null })
    const { user } = await opened()
    const text = 'Please begin with a country code of the list: +1, +91, +44, +61.'
    await user.type(number(), '+49 30 123456')
    expect([code().value, number().value]).toEqual(['+91', '+4930123456'])
    expect(remark()).toBe(text)
    await user.click(submit())
    expect((await screen.findByRole('alert')).textContent).toBe(text)
    expect(document.activeElement).toBe(number())
    expect(updates).toEqual([])
  })

  test('is not interrupted while a keyboard composes it', async () => {
    serve({ contact_number: null })
    await opened()
    fireEvent.compositionStart(number())
    fireEvent.input(number(), { target: { value: '９x' }, isComposing: true })
    expect(number().value).toBe('９x')
    fireEvent.compositionEnd(number())
    expect(number().value).toBe('9')
    expect(remark()).toContain('“x”')
  })
})

test('a newer profile shows in the form, except in edited fields', async () => {
  const { change } = serve()
  const { user, queryClient } = await opened()
  await user.type(field('Full Name'), '!')
  change({ full_name: 'Someone Else', email: 'new@acme.test' })
  await queryClient.invalidateQueries()
  await settled()
  await waitFor(() => expect(field('Email').value).toBe('new@acme.test'))
  expect(field('Full Name').value).toBe('Priya Sharma!')
})

describe('a new address', () => {
  test('asks for the password, and sends it', async () => {
    withSettings({ isOurServer: true })
    const { updates } = serve()
    const { user } = await opened()
    expect(form().queryByLabelText('Current password')).toBeNull()
    await user.type(field('Email'), '.in')
    await user.click(submit())
    expect(await screen.findByText('Please enter your password.')).toBeTruthy()
    expect(document.activeElement).toBe(field('Current password'))
    await user.type(field('Current password'), 'orglens-demo')
    await user.click(submit())
    await success()
    expect(updates).toMatchObject([
      { email: 'admin@acme.test.in', current_password: 'orglens-demo' },
    ])
    await waitFor(() => expect(form().queryByLabelText('Current password')).toBeNull())
  })

  test('needs no password on another server', async () => {
    const { updates } = serve()
    const { user } = await opened()
    await user.type(field('Email'), '.in')
    expect(form().queryByLabelText('Current password')).toBeNull()
    await user.click(submit())
    await success()
    expect(updates[0]).not.toHaveProperty('current_password')
  })
})

describe('the switch of the reminders of renewals', () => {
  const label = 'Email me 14 and 3 days before a yearly plan renews'

  test('is switched off, and stays so', async () => {
    withSettings({ isOurServer: true })
    const { updates } = serve()
    const { user } = await opened()
    expect(field(label).checked).toBe(true)
    await user.click(field(label))
    await user.click(submit())
    await success()
    expect(updates).toEqual([{ ...profileUpdateExample(priya), renewal_reminders: false }])
    expect(field(label).checked).toBe(false)
  })

  test.each([
    ['members', true, null],
    ['users of another server', false, true],
  ])('is not there for %s', async (_whom, isOurServer, renewal_reminders) => {
    withSettings({ isOurServer })
    serve({ renewal_reminders })
    await opened()
    expect(form().queryByLabelText(label)).toBeNull()
  })
})
