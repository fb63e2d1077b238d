import { act, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { openApp, signedInAs } from '../support/render-app'
import { dayOf, paid, profileOf, renews } from '../support/renewal-examples'
import { respond } from '../support/respond'
import { catchFiles } from '../support/saved-files'
import { shownTexts } from '../support/shown-rows'
import { serveTeam, teamExample, teamInvitation, teamMember } from '../support/team-examples'
import { api } from '../support/test-api'
import { toasted } from '../support/toasts'
import { withSettings } from '../support/with-settings'

const address = '/dashboard/invite-team'

/** What each row says, in a line. */
const rows = () => shownTexts().map((texts) => texts.slice(0, 3).join(' | '))
/** What the seats' meter says. */
const seats = () => screen.getByRole('meter', { name: 'Seats' }).getAttribute('aria-valuetext')
const rowOf = (name: string) => screen.getByRole('row', { name: new RegExp(name) })

async function openTeam(team = teamExample()) {
  const served = serveTeam(team)
  const app = openApp(address)
  await screen.findByRole('table', { name: 'Team' })
  return { ...app, served }
}

type User = Awaited<ReturnType<typeof openTeam>>['user']

async function choose(user: User, name: string, item: string) {
  await user.click(screen.getByRole('button', { name: `Actions for ${name}` }))
  await user.click(await screen.findByRole('menuitem', { name: item }))
}

beforeEach(async () => {
  await signedInAs('admin')
  withSettings({ isOurServer: true })
})

test('lists members by join date, then invitations by the state of their mails', async () => {
  const { user } = await openTeam()
  expect(rows()).toEqual([
    'PSPriya SharmaYoupriya@acme.test | Admin | Member since Mar 3, 2026',
    'DODaniel Oseidaniel@acme.test | Admin | Member since Mar 3, 2026',
    'LBLukas Brandtlukas@acme.test | Member | Member since Mar 3, 2026',
    'SMSofia Marquezsofia@acme.test | Member | Member since Mar 3, 2026',
    'wei@acme.test | Member | Waiting to be sent',
    'mei@acme.test | Member | Sent just now',
    'amara@acme.test | Member | Could not be delivered: mailbox unavailable',
    'lin@acme.test | Member | Link visited just now',
    'jonas@acme.test | Member | Expired Nov 3, 2026',
  ])
  screen.getByText('4 people, 2 of them admins')
  expect(seats()).toBe('4 of 25, 4 held')
  const files = catchFiles()
  await user.click(screen.getByRole('button', { name: 'Download CSV' }))
  await waitFor(() => expect(files).toHaveLength(1))
  const [head, first, , , , , mei, amara] = ((await files[0]?.text) ?? '').split('\r\n')
  expect(head).toBe('\uFEFFName,Email,Role,Status,Since,Invited by,Failure')
  expect(first).toBe('Priya Sharma,priya@acme.test,Admin,member,2026-03-03T08:00:00.000Z,,')
  expect(mei).toMatch(/^,mei@acme\.test,Member,sent,.+Z,Priya Sharma,$/)
  expect(amara).toMatch(/^,amara@acme\.test,Member,failed,.+Z,Priya Sharma,mailbox unavailable$/)
  // Nobody changes themselves.
  expect(within(rowOf('Priya Sharma')).queryByRole('button')).toBeNull()
  expect(screen.getAllByRole('button', { name: /^Actions for/ })).toHaveLength(8)
})

test.each([
  [7, 3, ' or held for invitations'],
  [10, 0, ''],
])(
  'seats of which %i are taken and %i held are reported before anything is typed',
  async (taken, reserved, held) => {
    await openTeam(teamExample({ taken, reserved, limit: 10 }))
    const link = screen.getByRole('link', { name: 'See plans' })
    expect(link.getAttribute('href')).toBe('/dashboard/pricing')
    const form = screen.getByRole('form', { name: 'Invite your team' })
    expect(link.compareDocumentPosition(form)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
    expect(link.closest('p')?.textContent).toBe(
      `There are no seats left: all 10 are used${held}. See plans to invite more people.`,
    )
    expect(screen.getAllByText(/^There are no seats/)).toHaveLength(1)
  },
)

describe('the menu of a row', () => {
  test('makes a member an admin, and an admin a member', async () => {
    const { user, served } = await openTeam()
    await choose(user, 'Lukas Brandt', 'Make admin')
    await toasted('success', 'Lukas Brandt is now an admin.')
    await waitFor(() => expect(within(rowOf('Lukas Brandt')).queryByText('Admin')).not.toBeNull())
    await choose(user, 'Daniel Osei', 'Make member')
    await toasted('success', 'Daniel Osei is now a member.')
    expect(served.sent).toEqual([
      ['role', { member_id: 'member-lukas', is_organization_admin: true }],
      ['role', { member_id: 'member-daniel', is_organization_admin: false }],
    ])
  })

  test('removes after a confirmation by name; the next row’s button gets the focus then', async () => {
    const { user, served } = await openTeam()
    await choose(user, 'Sofia Marquez', 'Remove from Acme Analytics…')
    const dialog = await screen.findByRole('dialog')
    expect(dialog.textContent).toContain('Remove Sofia Marquez from Acme Analytics?')
    expect(dialog.textContent).toContain(
      'This deletes their account and logs them out everywhere. Invitations Sofia Marquez sent that haven’t been accepted will stop working. Sofia Marquez can be invited again.',
    )
    await user.click(within(dialog).getByRole('button', { name: 'Keep member' }))
    expect(served.sent).toEqual([])
    await choose(user, 'Sofia Marquez', 'Remove from Acme Analytics…')
    await user.click(await screen.findByRole('button', { name: 'Remove member' }))
    await toasted('success', 'Sofia Marquez was removed.')
    expect(screen.queryByRole('row', { name: /Sofia/ })).toBeNull()
    expect(served.sent).toEqual([['remove', { member_id: 'member-sofia' }]])
    await waitFor(() =>
      expect(document.activeElement).toBe(
        screen.getByRole('button', { name: 'Actions for wei@acme.test' }),
      ),
    )
  })

  test('says before the removal that the member’s payment method goes on paying', async () => {
    withSettings({ isOurServer: true })
    const profile = profileOf({ ...paid, payer_id: 'member-sofia' })
    respond('getProfile', profile)
    const { user } = await openTeam()
    const said = `Visa ending in 4242, which Sofia Marquez added for the Growth plan, will still be charged: $99.50 on ${dayOf(renews, true)}.`
    for (const [name, isSaid] of [
      ['Sofia Marquez', true],
      ['Lukas Brandt', false],
    ] as const) {
      await choose(user, name, 'Remove from Acme Analytics…')
      const dialog = await screen.findByRole('dialog')
      expect(within(dialog).queryAllByText(said)).toHaveLength(isSaid ? 1 : 0)
      const advice = /To prevent that, change the payment method or stop the renewal first\.$/
      expect(within(dialog).queryAllByText(advice)).toHaveLength(isSaid ? 1 : 0)
      await user.click(within(dialog).getByRole('button', { name: 'Keep member' }))
    }
  })

  test('removes, which frees a place before the list is there anew', async () => {
    const { user, served } = await openTeam()
    const left = served.team.members.length - 1
    api.server.use(http.get('*/api/team/', () => new Promise(() => {})))
    await choose(user, 'Sofia Marquez', 'Remove from Acme Analytics…')
    await user.click(await screen.findByRole('button', { name: 'Remove member' }))
    await waitFor(() => expect(seats()).toBe(`${left} of 25, 4 held`))
  })

  test('resets a second factor after a confirmation, if there is one', async () => {
    const team = teamExample()
    team.members.push(teamMember('Mei Lin', { has_second_factor: true }))
    const { user, served } = await openTeam(team)
    await choose(user, 'Mei Lin', 'Reset two-factor…')
    const dialog = await screen.findByRole('dialog')
    expect(dialog.textContent).toContain('Mei Lin will then sign in with just a password.')
    await user.click(within(dialog).getByRole('button', { name: 'Keep it on' }))
    expect(served.sent).toEqual([])
    await choose(user, 'Mei Lin', 'Reset two-factor…')
    await user.click(await screen.findByRole('button', { name: 'Reset it' }))
    await toasted('success', 'Mei Lin now signs in with just a password.')
    expect(served.sent).toEqual([['resetSecondFactor', { member_id: 'member-mei' }]])
    await user.click(screen.getByRole('button', { name: 'Actions for Lukas Brandt' }))
    await screen.findByRole('menuitem', { name: 'Make admin' })
    expect(screen.queryByRole('menuitem', { name: 'Reset two-factor…' })).toBeNull()
  })

  test('resends an invitation', async () => {
    const { user, served } = await openTeam()
    await choose(user, 'amara@acme.test', 'Send again')
    await toasted('success', 'The invitation is sent again.')
    await waitFor(() => within(rowOf('amara')).getByText('Waiting to be sent'))
    expect(served.sent).toEqual([['resend', { invitation_id: 'invitation-amara' }]])
  })

  test('revokes an invitation after a confirmation', async () => {
    const { user, served } = await openTeam()
    await choose(user, 'mei@acme.test', 'Revoke…')
    await user.click(await screen.findByRole('button', { name: 'Keep invitation' }))
    expect(served.sent).toEqual([])
    await choose(user, 'mei@acme.test', 'Revoke…')
    await screen.findByText('Revoke the invitation for mei@acme.test?')
    screen.getByText(/^The link will stop working, even if it was opened\./)
    await user.click(screen.getByRole('button', { name: 'Revoke invitation' }))
    await toasted('success', 'The invitation for mei@acme.test was revoked.')
    expect(screen.queryByRole('row', { name: /mei@/ })).toBeNull()
    expect(served.sent).toEqual([['revoke', { invitation_id: 'invitation-mei' }]])
  })

  test('reports why a change is refused, and shows the current state', async () => {
    const { user, served } = await openTeam()
    const error = 'Daniel Osei is the last admin.'
    served.refusal = HttpResponse.json({ error, message: error }, { status: 409 })
    const asked = () => api.requests.filter((request) => request === 'GET /api/team/').length
    const before = asked()
    await choose(user, 'Daniel Osei', 'Make member')
    await toasted('error', 'Daniel Osei’s role was not changed.', error)
    await waitFor(() => expect(asked()).toBeGreaterThan(before))
    within(rowOf('Daniel Osei')).getByText('Admin')
  })

  test.each([
    ['Lukas Brandt', 'Make admin', null, 'Lukas Brandt’s role was not changed.'],
    [
      'Sofia Marquez',
      'Remove from Acme Analytics…',
      'Remove member',
      'Sofia Marquez was not removed.',
    ],
    [
      'Mei Lin',
      'Reset two-factor…',
      'Reset it',
      'Two-factor authentication for Mei Lin was not reset.',
    ],
    [
      'amara@acme.test',
      'Send again',
      null,
      'The invitation for amara@acme.test was not sent again.',
    ],
    [
      'mei@acme.test',
      'Revoke…',
      'Revoke invitation',
      'The invitation for mei@acme.test was not revoked.',
    ],
  ])('says which change of %s failed: %s', async (name, item, confirmation, text) => {
    const team = teamExample()
    team.members.push(teamMember('Mei Lin', { has_second_factor: true }))
    const { user, served } = await openTeam(team)
    for (const [refusal, tone, expected, detail] of [
      [HttpResponse.json({}, { status: 500 }), 'error', text, 'Please try again.'],
      [
        HttpResponse.error(),
        'error',
        `We couldn’t confirm the change to ${name}.`,
        'Check the list before you try again.',
      ],
      [HttpResponse.json({}, { status: 404 }), 'info', `${name} is no longer on the list.`, ''],
    ] as const) {
      served.refusal = refusal
      await choose(user, name, item)
      if (confirmation) await user.click(await screen.findByRole('button', { name: confirmation }))
      await toasted(tone, expected, detail)
    }
    expect(served.sent).toHaveLength(3)
  })
})

describe('the state of a mail', () => {
  const asked = () => api.requests.filter((request) => request === 'GET /api/team/').length
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

  test('updates by itself, polled ever less often, and not for ever', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const { served } = await openTeam()
    await pass(2_000)
    await waitFor(() => expect(asked()).toBe(2))
    served.team = {
      ...served.team,
      invitations: [teamInvitation('wei@acme.test', { state: 'sent' })],
    }
    await pass(3_000)
    await waitFor(() => within(rowOf('wei')).getByText('Sent just now'))
    const then = asked()
    await pass(60_000)
    expect(asked()).toBe(then)

    served.team = {
      ...served.team,
      invitations: [teamInvitation('kofi@acme.test', { state: 'waiting' })],
    }
    window.dispatchEvent(new Event('visibilitychange'))
    await waitFor(() => rowOf('kofi'))
    const again = asked()
    await pass(3_600_000)
    expect(asked()).toBe(again + 12)
  })

  test('is polled once somebody is invited', async () => {
    const { user, served } = await openTeam({ ...teamExample(), invitations: [] })
    respond('inviteTeamMembers', { message: 'Invited.' })
    await user.type(screen.getByRole('textbox', { name: /^Enter Email/ }), 'kofi@acme.test')
    served.team = {
      ...served.team,
      invitations: [teamInvitation('kofi@acme.test', { state: 'waiting' })],
    }
    await user.click(screen.getByRole('button', { name: 'Submit' }))
    await waitFor(() => within(rowOf('kofi')).getByText('Waiting to be sent'))
  })
})
