import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import type { SubscribedPlan } from '../../contract/billing'
import type { ResponseOf } from '../../contract/calls'
import { organisationExamples } from '../../contract/organisation'
import { demoAdmin, demoPassword } from '../../server/demo/demo'
import { keepDraft, readDraft } from '../../src/ui/forms/unsaved-text'
import { plans, profileWith } from '../support/billing-examples'
import { enter, openApp, openAs, signedInAs, toasted } from '../support/render-app'
import { dayOf, profileOf } from '../support/renewal-examples'
import { refuse, respond } from '../support/respond'
import { withSettings } from '../support/with-settings'

/** An organisation's end on the screen. */

const page = '/dashboard/organisation'

beforeEach(async () => {
  await signedInAs('admin')
  withSettings({ isOurServer: true, timeZone: 'UTC' })
})

type User = ReturnType<typeof openApp>['user']

const findBanner = async () => within(await screen.findByRole('region', { name: 'Deletion' }))

/** Opens the page and the dialog. */
async function opened() {
  const app = openApp(page)
  await app.user.click(await screen.findByRole('button', { name: 'Delete…' }))
  return { ...app, dialog: within(await screen.findByRole('dialog')) }
}

async function confirm(user: User, dialog: Awaited<ReturnType<typeof opened>>['dialog']) {
  enter(dialog.getByLabelText('To confirm, type Acme Analytics'), 'Acme Analytics')
  enter(dialog.getByLabelText('Password'), demoPassword)
  await user.click(dialog.getByRole('button', { name: /^Delete (on|now)/ }))
}

const { answer: organisation } = organisationExamples.getOrganisation
/** Another year than this one, which the texts name. */
const day = (name: string) => `2047-03-${name}T12:00:00.000Z`

/** From here on the server has this deletion, and a plan. */
function serve(
  state: 'waiting' | 'deleting',
  details: Partial<ResponseOf<'getOrganisation'>> = {},
  plan: Partial<SubscribedPlan> | null = { ends_at: day('20') },
  isAdmin = true,
) {
  const profile = plan ? profileOf({ payment_state: 'paid', ...plan }) : profileWith(null)
  const requested = { requested_at: new Date().toISOString(), requested_by: 'Ravi Kumar' }
  profile.organization.deletion = { due_at: day('08'), ...requested, state }
  respond('getProfile', { ...profile, is_organization_admin: isAdmin })
  respond('getOrganisation', { ...organisation, ...details })
}

test('it is asked for by name and password, which a refusal keeps, shows on every page, and is taken back', async () => {
  const { user, goTo, dialog } = await opened()
  dialog.getByText('4 people will lose their accounts. All will get an email today.')
  dialog.getByText('The address acme-analytics is retired for good.')
  expect(dialog.queryByRole('checkbox')).toBeNull()
  enter(dialog.getByLabelText('To confirm, type Acme Analytics'), 'acme')
  await user.click(dialog.getByRole('button', { name: /^Delete on/ }))
  await dialog.findByText('Please type Acme Analytics.')
  dialog.getByText('Please enter your password.')
  const day = dayOf(new Date(Date.now() + 7 * 86_400_000).toISOString(), true)
  dialog.getByRole('button', { name: `Delete on ${day}` })
  refuse('deleteOrganisation', 409, 'Not before Monday.')
  await confirm(user, dialog)
  await dialog.findByText('Nothing was deleted.')
  dialog.getByText('Not before Monday.')
  // Nothing typed is lost.
  await user.click(dialog.getByRole('button', { name: /^Delete on/ }))

  await toasted('success', `Acme Analytics will be deleted on ${day}.`)
  const banner = await findBanner()
  expect(banner.getByRole('status').textContent).toMatch(/Priya Sharma asked for it just now\.$/)
  await screen.findByRole('heading', { name: /^What happens until/ })
  await goTo('/dashboard/main')
  const reminder = await findBanner()
  await user.click(reminder.getByRole('button', { name: 'Keep Acme Analytics' }))
  await toasted('success', 'Acme Analytics is kept.')
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Deletion' })).toBeNull())
})

test('members read it, and can’t keep it', async () => {
  serve('waiting', {}, null, false)
  await openAs('member', '/dashboard/profile')
  const banner = await findBanner()
  banner.getByText(/^Acme Analytics will be deleted on .*2047\.$/)
  expect(banner.queryByRole('button')).toBeNull()
})

test('once it is due it can’t be kept: the server’s reason shows, and what it waits for', async () => {
  serve('waiting')
  const text = 'It is being deleted already.'
  refuse('keepOrganisation', 409, text)
  const { user, queryClient, goTo } = openApp('/dashboard/main')
  const banner = await findBanner()
  serve('deleting', { waits_for: 'provider' })
  await user.click(banner.getByRole('button', { name: 'Keep Acme Analytics' }))
  await toasted('error', 'Acme Analytics was not kept.', text)
  await screen.findByText('Acme Analytics is being deleted.')
  expect((await findBanner()).queryByRole('button')).toBeNull()
  await goTo(page)
  await screen.findByText(/^The payment provider has to confirm first that your plan has ended/)
  for (const [waits_for, text] of [
    ['refund', /^You’re owed a refund/],
    [null, /^This takes a few minutes/],
  ] as const) {
    serve('deleting', { waits_for, renews_when_kept: true })
    await act(() => queryClient.refetchQueries())
    await screen.findByText(text)
  }
  await goTo('/dashboard/subscription')
  await screen.findByText('Ends on')
  expect(screen.queryByText(/^If you keep/)).toBeNull()
})

test.each([
  [true, 'renews on Mar 20, 2047 for $99.50', 'Growth renews again.'],
  [false, 'still ends, on Mar 20, 2047', 'Growth still ends with its period.'],
])('a kept organisation’s plan is said to renew again: %s', async (renews, then, kept) => {
  serve('waiting', { renews_when_kept: renews })
  respond('keepOrganisation', { renews })
  const { user, goTo } = openApp(page)
  await screen.findByText('Growth no longer renews')
  expect(screen.queryByText(/Growth renews again\.$/) !== null).toBe(renews)
  await goTo('/dashboard/subscription')
  await screen.findByText(`If you keep Acme Analytics, the plan ${then}.`)
  screen.getByText('Mar 8, 2047')
  expect(screen.queryByRole('link', { name: 'Upgrade Now' })).toBeNull()
  await user.click((await findBanner()).getByRole('button', { name: 'Keep Acme Analytics' }))
  await toasted('success', 'Acme Analytics is kept.', kept)
})

test('the page says what happens by when, with a plan and without', async () => {
  const details = { people: { all: 1, admins: 1 }, invitations: 2 }
  serve('waiting', details)
  const { queryClient, goTo } = openApp(page)
  const heading = await screen.findByRole('heading', { name: 'What happens until March 8, 2047' })
  const lists = () => within(heading.closest('section') as HTMLElement).getAllByRole('list')
  const textsOf = ({ children }: Element) => [...children].map(({ textContent }) => textContent)
  const steps = () =>
    [...(lists()[0]?.children ?? [])].map((step) => textsOf(step.children[1] as Element))
  expect(steps().map(([, ...texts]) => texts)).toEqual([
    ['Growth no longer renews', 'You can’t buy another plan. Everyone got an email.'],
    [
      'Everything works as before',
      'Anyone who wants to keep their data can download it in ‘Profile Settings’.',
    ],
    ['Everyone gets another email'],
    ['Acme Analytics is deleted', 'Growth ends first. Admins get all receipts by email, as CSV.'],
  ])
  expect(steps()[2]?.[0]).toBe('March 7, 2047')
  expect(lists().slice(1).flatMap(textsOf)).toEqual([
    '1 account and 2 invitations',
    'The links to your dashboards',
    'The audit log and all receipts',
    'Your payments, at the payment provider',
    'The address acme-analytics, retired for good',
  ])
  serve('waiting', details, {})
  await act(() => queryClient.refetchQueries())
  await screen.findByText('Growth may still be charged')
  serve('waiting', details, null)
  await act(() => queryClient.refetchQueries())
  await screen.findByText('You can’t buy a plan')
  expect(steps()[3]?.[2]).toBe('Admins get all receipts by email, as CSV.')
  await goTo('/dashboard/subscription')
  await screen.findByText('No active plan for your organization')
  expect(screen.queryByRole('link', { name: 'Choose a plan' })).toBeNull()
})

test('before, page and dialog say what becomes of the plan', async () => {
  respond('getProfile', profileOf({ payment_state: 'paid' }))
  const { user, queryClient } = openApp(page)
  await screen.findByText(/Its renewal can’t be stopped now/)
  // Somebody else has stopped it meanwhile.
  respond('getProfile', profileOf({ renews_at: day('20') }))
  await user.click(screen.getByRole('button', { name: 'Delete…' }))
  const both = (text: string | RegExp) => expect(screen.getAllByText(text)).toHaveLength(2)
  await waitFor(() => both('Growth won’t renew. Nothing will be refunded.'))
  for (const [details, text] of [
    [{ ends_at: day('20') }, 'Growth will end with it. Nothing will be refunded.'],
    [
      {},
      /^Growth will end with it, and nothing will be refunded\. Its renewal can’t be stopped now/,
    ],
  ] as const) {
    respond('getProfile', profileOf(details))
    await act(() => queryClient.refetchQueries())
    await waitFor(() => both(text))
  }
})

test('a founder of just now may delete it at once, and is signed out, whatever is unsaved', async () => {
  const people = { all: 1, admins: 1 }
  respond('getOrganisation', { ...organisation, people, can_be_deleted_at_once: true })
  const asked = respond('deleteOrganisation', { due_at: new Date().toISOString() })
  const { user, dialog } = await opened()
  keepDraft({ form: 'invitation', user: demoAdmin.email, texts: { emails: 'ada@example.test' } })
  await user.type(screen.getByLabelText('Organisation name'), '!')
  dialog.getByText('You’ll lose your account. You’ll get an email today.')
  await user.click(dialog.getByLabelText('Delete now, without waiting seven days'))
  dialog.getByText('It will be deleted now, and no one can undo that.')
  dialog.getByText('Anyone can then claim the address acme-analytics.')
  await confirm(user, dialog)
  await toasted('success', 'Acme Analytics was deleted.')
  expect(asked).toMatchObject([{ name: 'Acme Analytics', at_once: true }])
  await screen.findByRole('button', { name: 'Sign In' })
  expect(localStorage.getItem('accessToken')).toBeNull()
  expect(readDraft('invitation', demoAdmin.email)).toBeUndefined()
})

test.each([
  ['/dashboard/pricing', { ends_at: day('20') }],
  ['/dashboard/default', null],
])('no plan is offered at %s until the organisation is kept', async (path, plan) => {
  serve('waiting', { renews_when_kept: true }, plan)
  respond('getPricing', { all_pricing: plans })
  openApp(path)
  const card = await screen.findByRole('heading', { name: 'Starter' })
  const banner = await screen.findByRole('region', { name: 'Deletion' })
  expect(within(banner).getByRole('status').textContent).toBe(
    'Acme Analytics will be deleted on March 8, 2047. Keep it to buy a plan.',
  )
  const list = card.closest('ul') as HTMLElement
  expect(within(list).queryAllByRole('button')).toEqual([])
})
