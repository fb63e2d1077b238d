import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { buyerExample } from '../../contract/buyer'
import { calls, type ResponseOf } from '../../contract/calls'
import { demoPassword } from '../../server/demo/demo'
import { holdAnswer } from '../support/held-answer'
import { openApp, signedInAs } from '../support/render-app'
import { lose, respond } from '../support/respond'
import { toasted } from '../support/toasts'
import { withSettings } from '../support/with-settings'

type Details = ResponseOf<'getOrganisation'>

const page = '/dashboard/organisation'
const acme: Details = {
  name: 'Acme Analytics',
  slug: 'acme-analytics',
  slug_fixed: null,
  former_slugs: [],
  people: { all: 4, admins: 2 },
  invitations: 2,
  can_be_deleted_at_once: false,
  renews_when_kept: false,
  waits_for: null,
  second_factor: null,
  second_factor_least: null,
  without_second_factor: null,
}

beforeEach(async () => {
  await signedInAs('admin')
  withSettings({ isOurServer: true, timeZone: 'UTC' })
})

const nameField = () => screen.getByLabelText<HTMLInputElement>('Organisation name')
const addressField = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Address' })
const changeAddress = () =>
  screen.getByRole<HTMLButtonElement>('button', { name: 'Change address…' })
const describedBy = (field: HTMLElement) =>
  (field.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent)

async function opened(at = page) {
  const app = openApp(at)
  await screen.findByLabelText('Organisation name')
  return app
}
type User = Awaited<ReturnType<typeof opened>>['user']

/** From here on the server has this organisation, whatever is changed. */
function serve(details: Partial<Details>) {
  respond('getOrganisation', { ...acme, ...details })
}

async function typeInto(user: User, field: HTMLInputElement, text: string) {
  await user.clear(field)
  await user.type(field, text)
}

async function rename(user: User, name: string) {
  await typeInto(user, nameField(), name)
  await user.click(screen.getByRole('button', { name: 'Change name' }))
}

/** Types an address, and opens the dialog. */
async function askFor(user: User, slug: string) {
  await typeInto(user, addressField(), slug)
  await user.click(changeAddress())
  return within(await screen.findByRole('dialog', { name: 'Change the address?' }))
}

/** Types the password, and confirms. */
async function confirm(user: User, dialog: Awaited<ReturnType<typeof askFor>>) {
  await user.type(dialog.getByLabelText('Password'), demoPassword)
  await user.click(dialog.getByRole('button', { name: 'Change address' }))
}

describe('the name', () => {
  test('is changed, also in the frame around the page', async () => {
    const { user } = await opened()
    expect(nameField().value).toBe('Acme Analytics')
    const sidebar = () => within(screen.getByRole('complementary'))
    sidebar().getByText('Acme Analytics')
    // The answer itself says enough.
    const refetch = [holdAnswer(calls.getProfile), holdAnswer(calls.getOrganisation)]
    await rename(user, ' Acme Labs ')
    await toasted('success', 'The name is now Acme Labs.')
    sidebar().getByText('Acme Labs')
    expect(nameField().value).toBe('Acme Labs')
    for (const release of refetch) await release()
    await user.click(screen.getByRole('link', { name: 'Dashboard' }))
    await screen.findByTitle('Acme Labs Overview')
  })

  test('that isn’t free is refused at its field, which keeps it', async () => {
    const { user } = await opened()
    await rename(user, 'GLOBEX')
    const text = 'Another organisation has an address like this name. Please choose another.'
    await waitFor(() => expect(describedBy(nameField())).toEqual([text]))
    expect(nameField().value).toBe('GLOBEX')
    expect(document.activeElement).toBe(nameField())
    lose('renameOrganisation')
    await rename(user, 'Acme Labs')
    await screen.findByText('We couldn’t confirm it: the name may have changed. Please check.')
    const often = { error: 'Too often.', message: 'Too often.' }
    respond('renameOrganisation', often, 429)
    await rename(user, 'Acme Labs')
    await waitFor(() =>
      expect(describedBy(nameField())).toEqual(['You can change it again tomorrow.']),
    )
    screen.getByText('You have unsaved changes.')
    await user.clear(nameField())
    await user.click(screen.getByRole('button', { name: 'Change name' }))
    expect(describedBy(nameField())).toEqual(['Please enter a name.'])
  })
})

describe('the address', () => {
  test('changes with the password; the former one is listed, and leads here', async () => {
    const { user } = await opened()
    expect(addressField().value).toBe('acme-analytics')
    expect(describedBy(addressField())).toEqual(['Lower-case letters, digits and hyphens.'])
    screen.getByText(`${window.location.host}/`)
    expect(screen.queryByText('Former addresses')).toBeNull()
    const dialog = await askFor(user, 'acme-labs')
    dialog.getByText(
      /^acme-analytics redirects here until .*\d{4}\. After that, anyone can claim it\. Bookmarks will keep working until then.$/,
    )
    await confirm(user, dialog)
    await toasted('success', 'The address is now acme-labs.')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(addressField().value).toBe('acme-labs')
    await screen.findByText('Former addresses')
    await screen.findByRole('cell', { name: 'acme-analytics' })
    await user.click(screen.getByRole('link', { name: 'Profile' }))
    await screen.findByText(/\/acme-labs$/)
  })

  test.each([
    ['', 'Lower-case letters, digits and hyphens only.'],
    ['Acme Labs', 'Lower-case letters, digits and hyphens only.'],
    ['acme-analytics', 'This is your address already. Type another one.'],
  ])('%j is refused before the password', async (slug, text) => {
    const { user } = await opened()
    await user.clear(addressField())
    if (slug) await user.type(addressField(), slug)
    await user.click(changeAddress())
    await waitFor(() => expect(describedBy(addressField())).toContain(text))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('that is typed can be discarded', async () => {
    const { user } = await opened()
    await typeInto(user, addressField(), 'acme-labs')
    await user.click(screen.getByRole('button', { name: 'Discard' }))
    expect(addressField().value).toBe('acme-analytics')
    expect(screen.queryByText('You have unsaved changes.')).toBeNull()
  })

  test('that is taken is refused at its field, which keeps it', async () => {
    const [slug, text] = ['globex', 'This address is taken.']
    const { user } = await opened()
    await confirm(user, await askFor(user, slug))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(describedBy(addressField())).toContain(text))
    expect(addressField().value).toBe(slug)
    expect(document.activeElement).toBe(addressField())
    // Asked again, nothing is wrong yet.
    await askFor(user, 'acme-labs')
    expect(describedBy(addressField())).not.toContain(text)
  })

  test('is read again when the answer is lost: it may have changed', async () => {
    const { user } = await opened()
    lose('changeSlug')
    serve({ slug: 'acme-labs', former_slugs: [{ slug: 'acme-analytics', until: '2027-12-31' }] })
    const dialog = await askFor(user, 'acme-labs')
    await confirm(user, dialog)
    await dialog.findByText('We couldn’t confirm it: the address may have changed. Please check.')
    dialog.getByText(/^acme-analytics redirects here/)
    await user.click(dialog.getByRole('button', { name: 'Cancel' }))
    const row = (await screen.findByRole('cell', { name: 'acme-analytics' })).closest('tr')
    expect(row?.textContent).toBe('acme-analyticsDecember 31, 2027')
    screen.getByText('After that, anyone can claim it.')
    expect(screen.queryByText('You have unsaved changes.')).toBeNull()
  })

  test('that dashboards find their data by can’t be changed', async () => {
    serve({ slug_fixed: 'dashboards' })
    await opened()
    expect(addressField().readOnly).toBe(true)
    expect(describedBy(addressField())).toEqual([
      'It can’t be changed: your dashboards use it to find your data.',
    ])
    expect(screen.queryByRole('button', { name: 'Change address…' })).toBeNull()
  })
})

test('the buyer stands with the way to change it', async () => {
  const { queryClient } = await opened()
  const title = screen.getByRole('heading', { name: 'Billed to' })
  const section = within(title.closest('section') as HTMLElement)
  await section.findByText('No address yet')
  section.getByText('Acme Analytics')
  const copies = ['one', 'other'].map((name) => ({ email: `${name}@acme.test`, state: 'waiting' }))
  for (const [count, words] of [
    [1, '1 copy'],
    [2, '2 copies'],
  ] as const) {
    const answer = { billed_to: buyerExample, copies: copies.slice(0, count), tax: 'gst' }
    respond('getBuyer', answer)
    await queryClient.invalidateQueries({ queryKey: ['buyer'] })
    await section.findByText(`4th Floor, 17 Residency Road, Bengaluru · ${words} by email`)
    section.getByText('Acme Analytics Private Limited')
  }
  const link = section.getByRole('link', { name: 'Open Your Subscribed Plan' })
  expect(link.getAttribute('href')).toBe('/dashboard/subscription')
})

test('unsaved input is asked about before leaving, and saved input isn’t', async () => {
  const { user } = await opened()
  const leave = () => user.click(screen.getByRole('link', { name: 'Profile' }))
  await user.type(nameField(), ' Labs')
  await user.type(addressField(), '-labs')
  await leave()
  const dialog = within(await screen.findByRole('dialog', { name: 'Leave without saving?' }))
  await user.click(dialog.getByRole('button', { name: 'Stay' }))
  expect([nameField().value, addressField().value]).toEqual([
    'Acme Analytics Labs',
    'acme-analytics-labs',
  ])
  await user.clear(addressField())
  await user.type(addressField(), 'acme-analytics')
  await user.click(screen.getByRole('button', { name: 'Change name' }))
  await screen.findByText('The name is now Acme Analytics Labs.')
  await leave()
  await screen.findByRole('heading', { level: 1, name: 'Profile Settings' })
})
