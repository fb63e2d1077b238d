import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { buyerExample } from '../../contract/buyer'
import { demoMember, demoPassword } from '../../server/demo/demo'
import { call } from '../../src/api/call'
import { enter, openApp, signedInAs, toasted } from '../support/render-app'
import { dayOf } from '../support/renewal-examples'
import { holdAnswer, lose, refuse, respond } from '../support/respond'
import { securedAdmin } from '../support/second-factor'
import { withSettings } from '../support/with-settings'

beforeEach(async () => {
  await signedInAs('admin')
  withSettings({ isOurServer: true, timeZone: 'UTC' })
})

const nameField = () => screen.getByLabelText<HTMLInputElement>('Organisation name')
const addressField = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Address' })
const describedBy = (field: HTMLElement) =>
  (field.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent)

async function opened() {
  const app = openApp('/dashboard/organisation')
  await screen.findByLabelText('Organisation name')
  return app
}
type User = Awaited<ReturnType<typeof opened>>['user']

/** From here on the server says this of the organisation, whatever is changed. */
async function serve(details: object) {
  respond('getOrganisation', { ...(await call('getOrganisation', undefined)), ...details })
}

async function rename(user: User, name: string) {
  enter(nameField(), name)
  await user.click(screen.getByRole('button', { name: 'Change name' }))
}

async function askFor(user: User, slug: string) {
  enter(addressField(), slug)
  await user.click(screen.getByRole('button', { name: 'Change address…' }))
}

/** Types an address and the password, and confirms. */
async function changeTo(user: User, slug: string) {
  await askFor(user, slug)
  const dialog = within(await screen.findByRole('dialog', { name: 'Change the address?' }))
  enter(dialog.getByLabelText('Password'), demoPassword)
  await user.click(dialog.getByRole('button', { name: 'Change address' }))
  return dialog
}

describe('the name', () => {
  test('is changed, also in the frame around the page, and what is typed meanwhile stays', async () => {
    const { user } = await opened()
    expect(nameField().value).toBe('Acme Analytics')
    const sidebar = () => within(screen.getByRole('complementary'))
    sidebar().getByText('Acme Analytics')
    const release = holdAnswer('renameOrganisation')
    await rename(user, ' Acme Labs ')
    enter(nameField(), 'Acme Laboratories')
    await release()
    await toasted('success', 'The name is now Acme Labs.')
    sidebar().getByText('Acme Labs')
    expect(nameField().value).toBe('Acme Laboratories')
    await user.click(screen.getByRole('button', { name: 'Discard' }))
    expect(nameField().value).toBe('Acme Labs')
    await user.click(screen.getByRole('link', { name: 'Dashboard' }))
    await screen.findByTitle('Acme Labs Overview')
  })

  test('that isn’t free is refused at its field, which keeps it', async () => {
    const { user } = await opened()
    await rename(user, '')
    expect(describedBy(nameField())).toEqual(['Please enter a name.'])
    await rename(user, 'GLOBEX')
    const text = 'Another organisation has an address like this name. Please choose another.'
    await waitFor(() => expect(describedBy(nameField())).toEqual([text]))
    expect(nameField().value).toBe('GLOBEX')
    expect(document.activeElement).toBe(nameField())
    refuse('renameOrganisation', 429)
    await rename(user, 'Acme Labs')
    await waitFor(() =>
      expect(describedBy(nameField())).toEqual(['You can change it again tomorrow.']),
    )
    lose('renameOrganisation')
    await serve({ name: 'Acme Labs' })
    await rename(user, 'Acme')
    await screen.findByText('We couldn’t confirm it: the name may have changed. Please check.')
    await user.click(screen.getByRole('button', { name: 'Discard' }))
    expect([nameField().value, describedBy(nameField())]).toEqual(['Acme Labs', [undefined]])
  })
})

describe('the address', () => {
  test('changes with the password; the former one is listed, and leads here', async () => {
    const { user } = await opened()
    expect(addressField().value).toBe('acme-analytics')
    expect(screen.queryByText('Former addresses')).toBeNull()
    // As pasted from a text, with a dash for the hyphen.
    const dialog = await changeTo(user, ' acme–labs ')
    const until = dayOf(new Date(Date.now() + 400 * 86_400_000).toISOString(), true)
    dialog.getByText(
      `acme-analytics redirects here until ${until}. After that, anyone can claim it. Bookmarks will keep working until then.`,
    )
    await toasted('success', 'The address is now acme-labs.')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(addressField().value).toBe('acme-labs')
    await screen.findByText('Former addresses')
    await screen.findByRole('cell', { name: 'acme-analytics' })
    await user.click(screen.getByRole('link', { name: 'Profile' }))
    await screen.findByText(/\/acme-labs$/)
  })

  test('that is none is refused before the password, a taken one after it; the field keeps it, and can be discarded', async () => {
    const { user } = await opened()
    for (const [slug, text] of [
      ['Acme Labs', 'Lower-case letters, digits and hyphens only.'],
      ['acme-analytics', 'This is your address already. Type another one.'],
    ] as const) {
      await askFor(user, slug)
      await waitFor(() => expect(describedBy(addressField())).toContain(text))
      expect(screen.queryByRole('dialog')).toBeNull()
    }
    await changeTo(user, 'globex')
    await waitFor(() => expect(describedBy(addressField())).toContain('This address is taken.'))
    expect(addressField().value).toBe('globex')
    expect(document.activeElement).toBe(addressField())
    await user.click(screen.getByRole('button', { name: 'Discard' }))
    expect(addressField().value).toBe('acme-analytics')
    expect(describedBy(addressField())).not.toContain('This address is taken.')
  })

  test('is read again when the answer is lost: it may have changed', async () => {
    const { user } = await opened()
    lose('changeSlug')
    const former_slugs = [{ slug: 'acme-analytics', until: '2027-12-31' }]
    await serve({ slug: 'acme-labs', former_slugs })
    const dialog = await changeTo(user, 'acme-labs')
    await dialog.findByText('We couldn’t confirm it: the address may have changed. Please check.')
    await user.click(dialog.getByRole('button', { name: 'Cancel' }))
    const row = (await screen.findByRole('cell', { name: 'acme-analytics' })).closest('tr')
    expect(row?.textContent).toBe('acme-analyticsDecember 31, 2027')
    await askFor(user, 'acme-research')
    await screen.findByRole('dialog', { name: 'Change the address?' })
    expect(screen.queryByText(/^We couldn’t confirm it/)).toBeNull()
  })

  test('that dashboards find their data by can’t be changed', async () => {
    const former_slugs = [{ slug: 'acme', until: '2027-12-31' }]
    await serve({ slug_fixed: 'dashboards', former_slugs })
    await opened()
    screen.getByRole('cell', { name: 'acme' })
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
  respond('getBuyer', { billed_to: buyerExample, copies, tax: 'gst' })
  await queryClient.invalidateQueries({ queryKey: ['buyer'] })
  await section.findByText('4th Floor, 17 Residency Road, Bengaluru · 2 copies by email')
  section.getByText('Acme Analytics Private Limited')
  const link = section.getByRole('link', { name: 'Open Your Subscribed Plan' })
  expect(link.getAttribute('href')).toBe('/dashboard/subscription')
})

test('unsaved input of each form is asked about before leaving, and saved input isn’t', async () => {
  const { user } = await opened()
  const leave = () => user.click(screen.getByRole('link', { name: 'Profile' }))
  enter(addressField(), 'acme-analytics-labs')
  await rename(user, 'Acme Labs')
  await screen.findByText('The name is now Acme Labs.')
  await leave()
  await user.click(await screen.findByRole('button', { name: 'Stay' }))
  expect(addressField().value).toBe('acme-analytics-labs')
  enter(addressField(), 'acme-analytics')
  await leave()
  await screen.findByRole('heading', { level: 1, name: 'Profile Settings' })
})

describe('the rule about second factors', () => {
  beforeEach(() => withSettings({ hasTwoFactor: true }))

  const option = (name: string) => screen.getByRole<HTMLInputElement>('radio', { name })
  const form = () =>
    within(screen.getByRole('form', { name: 'Who must use two-factor authentication' }))
  const save = () => form().getByRole<HTMLButtonElement>('button', { name: 'Save' })
  const status = () => form().getAllByRole('status')[0]?.textContent
  /** The people whom the chosen rule gives something to do, without their initials. */
  const named = () =>
    form()
      .queryAllByRole('listitem')
      .map((one) => one.lastChild?.textContent)
  const inForce = () =>
    screen
      .getAllByRole<HTMLInputElement>('radio')
      .filter((one) => one.closest('label')?.textContent?.includes('Now'))
      .map((one) => one.value)

  test('says whom a stricter one concerns and by when, and is saved; a looser one asks for a code', async () => {
    const { phone } = await securedAdmin()
    const { user } = await opened()
    expect(option('No one').checked).toBe(true)
    expect([inForce(), status()]).toEqual([['nobody'], ''])
    await user.click(option('Admins'))
    expect(named()).toEqual(['Mei Tanaka'])
    expect(status()).toMatch(/^One person has until .+ \d{4} to set it up:$/)
    await user.click(option('Everyone'))
    expect(named()).toContain(demoMember.fullName)
    expect(status()).toMatch(/^3 people have until .+ \d{4} to set it up:$/)
    await user.click(save())
    await screen.findByText(/^Everyone must use two-factor authentication from .+ \d{4}\.$/)
    expect([inForce(), status(), named()]).toEqual([['everybody'], '', []])
    expect((await call('getOrganisation', undefined)).second_factor).toBe('everybody')

    await user.click(option('No one'))
    expect(status()).toBe('Two-factor authentication is no longer required.')
    await user.click(save())
    const name = 'Ask no one for two-factor authentication'
    await screen.findByRole('dialog', { name })
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(screen.queryByRole('dialog')).toBeNull()
    await user.click(save())
    const dialog = within(await screen.findByRole('dialog', { name }))
    enter(dialog.getByLabelText('Code'), phone.next())
    await user.click(dialog.getByRole('button', { name: 'Continue' }))
    await toasted('success', 'Two-factor authentication is no longer required.')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(inForce()).toEqual(['nobody'])
  })

  test('can’t be changed by an admin without a second factor, and the page says where to set one up', async () => {
    await signedInAs('admin')
    await opened()
    for (const name of ['No one', 'Admins', 'Everyone']) expect(option(name).disabled).toBe(true)
    expect(save().disabled).toBe(true)
    expect(status()).toBe(
      'Turn on two-factor authentication for yourself first, in Profile Settings.',
    )
    expect(screen.getByRole('link', { name: 'Profile Settings' }).getAttribute('href')).toBe(
      '/dashboard/profile?tab=security#two-factor',
    )
  })

  test('of the site can’t be loosened, and where all have one nobody is named', async () => {
    await securedAdmin()
    const site = { second_factor: 'admins', second_factor_least: 'admins' } as const
    await serve({ ...site, without_second_factor: [] })
    const { user } = await opened()
    expect([option('No one').disabled, option('Admins').disabled]).toEqual([true, false])
    screen.getByText('This site requires it for admins.')
    await user.click(option('Everyone'))
    expect(status()).toBe('Everyone already uses it.')
    await user.click(screen.getByRole('button', { name: 'Discard' }))
    expect(option('Admins').checked).toBe(true)
  })

  test('is read again when the answer is lost, and a refusal says why', async () => {
    await securedAdmin()
    const { user } = await opened()
    const why = 'This rule was changed too often. Please try again in 5 hours.'
    refuse('changeSecondFactorRule', 429, why)
    await user.click(option('Everyone'))
    await user.click(save())
    await screen.findByText('The rule was not changed.')
    screen.getByText(why)
    await user.click(option('Admins'))
    expect(screen.queryByText(why)).toBeNull()
    await user.click(option('Everyone'))
    lose('changeSecondFactorRule')
    await serve({ second_factor: 'everybody' })
    await user.click(save())
    await screen.findByText('We couldn’t confirm it: the rule may have changed. Please check.')
    await waitFor(() => expect(inForce()).toEqual(['everybody']))
  })
})
