import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { calls, type ResponseOf } from '../../contract/calls'
import { organisationExamples } from '../../contract/organisation'
import { profileExamples } from '../../contract/profile'
import { demoPassword } from '../../server/demo/demo'
import { planNamed, plans } from '../support/billing-examples'
import { openApp, signedInAs } from '../support/render-app'
import { respond } from '../support/respond'
import { api } from '../support/test-api'
import { toasted } from '../support/toasts'
import { withSettings } from '../support/with-settings'

/** An organisation's end on the screen. */

const page = '/dashboard/organisation'

beforeEach(async () => {
  await signedInAs('admin')
  withSettings({ isOurServer: true, timeZone: 'UTC' })
})

type User = ReturnType<typeof openApp>['user']

const findBanner = async () => within(await screen.findByRole('region', { name: 'Deletion' }))
const noBanner = () => expect(screen.queryByRole('region', { name: 'Deletion' })).toBeNull()

/** Opens the page and the dialog. */
async function opened() {
  const app = openApp(page)
  await app.user.click(await screen.findByRole('button', { name: 'Delete…' }))
  return { ...app, dialog: within(await screen.findByRole('dialog')) }
}

async function confirm(user: User, dialog: Awaited<ReturnType<typeof opened>>['dialog']) {
  await user.type(dialog.getByLabelText('To confirm, type Acme Analytics'), 'Acme Analytics')
  await user.type(dialog.getByLabelText('Password'), demoPassword)
  await user.click(dialog.getByRole('button', { name: /^Delete (on|now)/ }))
}

const { answer: profile } = profileExamples.getProfile
const { answer: organisation } = organisationExamples.getOrganisation

/** From here on the server has this deletion, and a plan. */
function serve(
  state: 'waiting' | 'deleting',
  details: Partial<ResponseOf<'getOrganisation'>> = {},
  isAdmin = true,
  planDetails: object | null = {},
) {
  const deletion = {
    due_at: '2027-03-08T12:00:00.000Z',
    requested_at: new Date().toISOString(),
    requested_by: 'Ravi Kumar',
    state,
  }
  const plan = planDetails && {
    name: 'Growth',
    tag_line_for_plan: '',
    amount_in_usd: 99,
    interval: 'monthly',
    razorpay_plan_id: 'plan_1',
    descriptions: [],
    payment_state: 'paid',
    ends_at: '2027-03-20T12:00:00.000Z',
    ...planDetails,
  }
  const organization = { ...profile.organization, subscription_plan: plan, deletion }
  const answers = {
    getProfile: {
      ...profile,
      is_subscribed: plan !== null,
      is_organization_admin: isAdmin,
      organization,
    },
    getOrganisation: { ...organisation, ...details },
  }
  api.server.use(
    ...(['getProfile', 'getOrganisation'] as const).map((name) =>
      http.get(`*${calls[name].path}`, () => HttpResponse.json(answers[name])),
    ),
  )
}

test('it is asked for by name and password, shows on every page, and is taken back', async () => {
  const { user, goTo, dialog } = await opened()
  dialog.getByText('4 people will lose their accounts. All will get an email today.')
  dialog.getByText('The address acme-analytics is retired for good.')
  expect(dialog.queryByRole('checkbox')).toBeNull()
  await user.type(dialog.getByLabelText('To confirm, type Acme Analytics'), 'acme')
  await user.click(dialog.getByRole('button', { name: /^Delete on/ }))
  await dialog.findByText('Please type Acme Analytics.')
  await user.clear(dialog.getByLabelText('To confirm, type Acme Analytics'))
  await confirm(user, dialog)

  await screen.findByText(/^Acme Analytics will be deleted on .*\d{4}\.$/, {
    selector: '[data-sonner-toast] *',
  })
  const banner = await findBanner()
  banner.getByText(/^Acme Analytics will be deleted on/)
  expect(banner.getByRole('status').textContent).toMatch(/Priya Sharma asked for it just now\.$/)
  await screen.findByRole('heading', { name: /^What happens until/ })
  expect(screen.queryByRole('button', { name: 'Delete…' })).toBeNull()
  await goTo('/dashboard/main')
  await user.click((await findBanner()).getByRole('button', { name: 'Keep Acme Analytics' }))
  await toasted('success', 'Acme Analytics is kept.')
  await waitFor(noBanner)
})

test('members read it, and can’t keep it', async () => {
  await signedInAs('member')
  serve('waiting', {}, false)
  openApp('/dashboard/profile')
  const banner = await findBanner()
  banner.getByText(/^Acme Analytics will be deleted on .*2027\.$/)
  expect(banner.queryByRole('button')).toBeNull()
})

test.each([
  ['provider', /^The payment provider has to confirm first that your plan has ended/],
  ['refund', /^You’re owed a refund/],
  [null, /^This takes a few minutes/],
] as const)(
  'once it is due it can’t be kept, and says that it waits for %s',
  async (waits_for, text) => {
    serve('deleting', { waits_for })
    openApp(page)
    const banner = await findBanner()
    banner.getByText('Acme Analytics is being deleted.')
    expect(banner.queryByRole('button')).toBeNull()
    await screen.findByText(text)
  },
)

test('if it can’t be kept any more, the server’s reason shows, and the state as it is by now', async () => {
  serve('waiting')
  const text = 'It is being deleted already.'
  api.server.use(
    http.post(`*${calls.keepOrganisation.path}`, () => {
      serve('deleting', { waits_for: null })
      return HttpResponse.json({ error: text, message: text }, { status: 409 })
    }),
  )
  const { user } = openApp('/dashboard/main')
  await user.click((await findBanner()).getByRole('button', { name: 'Keep Acme Analytics' }))
  await toasted('error', 'Acme Analytics was not kept.', text)
  await screen.findByText('Acme Analytics is being deleted.')
  expect((await findBanner()).queryByRole('button')).toBeNull()
})

test.each([
  [true, 'renews on Mar 20, 2027 for $99', 'Growth renews again.'],
  [false, 'still ends, on Mar 20, 2027', 'Growth still ends with its period.'],
])('a kept organisation’s plan is said to renew again: %s', async (renews, then, kept) => {
  serve('waiting', { renews_when_kept: renews })
  respond('keepOrganisation', { renews })
  const { user, goTo } = openApp(page)
  await screen.findByText('Growth no longer renews')
  expect(screen.queryByText(/Growth renews again\.$/) !== null).toBe(renews)
  await goTo('/dashboard/subscription')
  await screen.findByText(`If you keep Acme Analytics, the plan ${then}.`)
  await user.click((await findBanner()).getByRole('button', { name: 'Keep Acme Analytics' }))
  await toasted('success', 'Acme Analytics is kept.', kept)
})

test.each([
  [{}, 'Growth no longer renews', 'You can’t buy another plan. Everyone got an email.'],
  [
    { ends_at: undefined },
    'Growth may still be charged',
    'You can’t buy another plan. Everyone got an email.',
  ],
  [null, 'You can’t buy a plan', 'Everyone got an email.'],
])('the page says what happens by when, with a plan of %j', async (plan, title, text) => {
  serve('waiting', { people: { all: 1, admins: 1 }, invitations: 2 }, true, plan)
  openApp(page)
  const heading = await screen.findByRole('heading', { name: 'What happens until March 8, 2027' })
  const card = within(heading.closest('section') as HTMLElement)
  const steps = [...(card.getAllByRole('list')[0]?.children ?? [])].map(
    ({ lastChild }) => lastChild as HTMLElement,
  )
  expect(
    steps.map((step) => [...step.children].slice(1).map(({ textContent }) => textContent)),
  ).toEqual([
    [title, text],
    [
      'Everything works as before',
      'Anyone who wants to keep their data can download it in ‘Profile Settings’.',
    ],
    ['Everyone gets another email'],
    [
      'Acme Analytics is deleted',
      `${plan ? 'Growth ends first. ' : ''}Admins get all receipts by email, as CSV.`,
    ],
  ])
  expect(steps[2]?.firstChild?.textContent).toBe('March 7, 2027')
  expect(
    card
      .getAllByRole('list')
      .slice(1)
      .flatMap(({ children }) => [...children].map(({ textContent }) => textContent)),
  ).toEqual([
    '1 account and 2 invitations',
    'The links to your dashboards',
    'The audit log and all receipts',
    'Your payments, at the payment provider',
    'The address acme-analytics, retired for good',
  ])
})

test.each([
  [{ renews_at: '2027-03-20T12:00:00.000Z' }, 'Growth won’t renew. Nothing will be refunded.'],
  [{ ends_at: '2027-03-20T12:00:00.000Z' }, 'Growth will end with it. Nothing will be refunded.'],
  [{}, /^Growth will end with it, and nothing will be refunded\. Its renewal can’t be stopped now/],
])('before, page and dialog say what becomes of the plan: %j', async (details, text) => {
  const plan = { ...planNamed('Growth'), descriptions: [], ...details }
  const organization = { ...profile.organization, subscription_plan: plan, deletion: null }
  respond('getProfile', { ...profile, is_subscribed: true, organization })
  await opened()
  expect(screen.getAllByText(text)).toHaveLength(2)
})

test('a founder of just now may delete it at once, and is signed out', async () => {
  const people = { all: 1, admins: 1 }
  respond('getOrganisation', { ...organisation, people, can_be_deleted_at_once: true })
  const asked = respond('deleteOrganisation', { due_at: new Date().toISOString() })
  const { user, dialog } = await opened()
  await user.click(dialog.getByLabelText('Delete now, without waiting seven days'))
  dialog.getByText('It will be deleted now, and no one can undo that.')
  dialog.getByText('Anyone can then claim the address acme-analytics.')
  await confirm(user, dialog)
  await toasted('success', 'Acme Analytics was deleted.')
  expect(asked).toMatchObject([{ name: 'Acme Analytics', at_once: true }])
  await screen.findByRole('button', { name: 'Sign In' })
  expect(localStorage.getItem('accessToken')).toBeNull()
})

test('a refusal stays in the dialog, and nothing typed is lost', async () => {
  respond('deleteOrganisation', { error: 'Not before Monday.' }, 409)
  const { user, dialog } = await opened()
  await confirm(user, dialog)
  await dialog.findByText('Nothing was deleted.')
  dialog.getByText('Not before Monday.')
  expect(dialog.getByLabelText<HTMLInputElement>('Password').value).toBe(demoPassword)
})

test('no plan is offered until the organisation is kept, and the plan’s card says what keeping does', async () => {
  serve('waiting', { renews_when_kept: true })
  respond('getPricing', { all_pricing: plans })
  const { user } = openApp('/dashboard/pricing')
  const card = await screen.findByRole('heading', { name: 'Starter' })
  const banner = await screen.findByRole('region', { name: 'Deletion' })
  expect(within(banner).getByRole('status').textContent).toBe(
    'Acme Analytics will be deleted on March 8, 2027. Keep it to buy a plan.',
  )
  within(banner).getByRole('button', { name: 'Keep Acme Analytics' })
  const list = card.closest('ul') as HTMLElement
  expect(within(list).queryAllByRole('button')).toEqual([])
  expect(list.textContent).not.toContain('You can choose it again')

  await user.click(screen.getByRole('link', { name: 'Your Subscribed Plan' }))
  await screen.findByText('Mar 8, 2027')
  screen.getByText('Nothing more will be charged')
  await screen.findByText('If you keep Acme Analytics, the plan renews on Mar 20, 2027 for $99.')
  expect(screen.queryByRole('link', { name: 'Upgrade Now' })).toBeNull()
})
