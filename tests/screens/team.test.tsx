import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { enter, openApp, signedInAs, toasted } from '../support/render-app'
import { dayOf, paid, profileOf, renews } from '../support/renewal-examples'
import { lose, refuse, respond } from '../support/respond'
import { catchFiles } from '../support/saved-files'
import { shownTexts } from '../support/shown-rows'
import { serveTeam, teamExample, teamInvitation, teamMember } from '../support/team-examples'
import { api } from '../support/test-api'
import { withSettings } from '../support/with-settings'

const address = '/dashboard/invite-team'

/** What each row says, in a line. */
const rows = () => shownTexts().map((texts) => texts.slice(0, 3).join(' | '))
/** What the seats' meter says. */
const seats = () => screen.getByRole('meter', { name: 'Seats' }).getAttribute('aria-valuetext')
const rowOf = (name: string) =>
  within(screen.getByRole('table', { name: 'Team' }))
    .getByText(new RegExp(name))
    .closest('tr') as HTMLElement
const reads = () => api.requests.filter((request) => request === 'GET /api/team/').length

async function openTeam(team = teamExample()) {
  const served = serveTeam(team)
  const app = openApp(address)
  await screen.findByRole('table', { name: 'Team' })
  return { ...app, served }
}

type User = Awaited<ReturnType<typeof openTeam>>['user']

async function choose(user: User, name: string, item: string) {
  await user.click(screen.getByLabelText(`Actions for ${name}`))
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

test('that all seats are taken or held is said with a link to the plans', async () => {
  await openTeam(teamExample({ taken: 7, reserved: 3, limit: 10 }))
  const link = screen.getByRole('link', { name: 'See plans' })
  expect(link.getAttribute('href')).toBe('/dashboard/pricing')
  expect(link.closest('p')?.textContent).toBe(
    'There are no seats left: all 10 are used or held for invitations. See plans to invite more people.',
  )
})

test('a person whom the palette finds is the one that is listed, also on the page itself', async () => {
  const team = { ...teamExample(), invitations: [] }
  team.members.push(teamMember('Noor Lin'), teamMember('Mei Lin'))
  serveTeam(team)
  const { goTo } = openApp(`${address}?filter=noor@acme.test`)
  await waitFor(() => expect(rows()).toEqual([expect.stringContaining('Noor')]))
  // Also a team that is too small for a filter shows why it lists one.
  expect(screen.getByRole('searchbox')).toHaveProperty('value', 'noor@acme.test')
  await act(() => goTo(`${address}?filter=sofia@acme.test`))
  await waitFor(() => expect(rows()).toEqual([expect.stringContaining('Sofia')]))
  // Not in what a column without values would be as text.
  enter(screen.getByRole('searchbox'), 'undefined')
  await screen.findByText('Nothing matches “undefined”')
  // The field shows why, and shows the others again.
  enter(screen.getByRole('searchbox', { name: 'Filter Team' }), '')
  await waitFor(() => expect(rows()).toHaveLength(6))
})

describe('the menu of a row', () => {
  const remove = 'Remove from Acme Analytics…'

  /** Opens the team, which isn't read again: the answers themselves say enough. */
  async function openOnce() {
    const team = teamExample({ taken: 5 })
    team.members.push(teamMember('Noor Lin', { has_second_factor: true }))
    const app = await openTeam(team)
    respond('getTeam', () => new Promise(() => {}))
    return app
  }

  test('makes a member an admin, and an admin a member, and resets a second factor after a confirmation', async () => {
    const sent = respond('setRole')
    const reset = respond('resetTwoFactor')
    const { user } = await openOnce()
    await choose(user, 'Lukas Brandt', 'Make admin')
    await toasted('success', 'Lukas Brandt is now an admin.')
    within(rowOf('Lukas Brandt')).getByText('Admin')
    await choose(user, 'Daniel Osei', 'Make member')
    await toasted('success', 'Daniel Osei is now a member.')
    within(rowOf('Daniel Osei')).getByText('Member')
    expect(sent).toEqual([
      { member_id: 'member-lukas', is_organization_admin: true },
      { member_id: 'member-daniel', is_organization_admin: false },
    ])
    await choose(user, 'Noor Lin', 'Reset two-factor…')
    const dialog = await screen.findByRole('dialog')
    expect(dialog.textContent).toContain('Noor Lin will then sign in with just a password.')
    expect(reset).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Reset it' }))
    await toasted('success', 'Noor Lin now signs in with just a password.')
    expect(reset).toEqual([{ member_id: 'member-noor' }])
    await user.click(screen.getByLabelText('Actions for Noor Lin'))
    await screen.findByRole('menuitem', { name: 'Make admin' })
    expect(screen.queryByRole('menuitem', { name: 'Reset two-factor…' })).toBeNull()
  })

  test('removes after a confirmation by name, which frees a seat; the next row’s button gets the focus then', async () => {
    const sent = respond('removeMember')
    const { user } = await openOnce()
    await choose(user, 'Sofia Marquez', remove)
    const dialog = await screen.findByRole('dialog')
    // A question waits for an answer, wherever else is clicked.
    fireEvent.pointerDown(dialog)
    fireEvent.click(dialog)
    expect(dialog.textContent).toContain('Remove Sofia Marquez from Acme Analytics?')
    expect(dialog.textContent).toContain(
      'This deletes their account and logs them out everywhere. Invitations Sofia Marquez sent that haven’t been accepted will stop working. Sofia Marquez can be invited again.',
    )
    expect(sent).toEqual([])
    await user.click(await screen.findByRole('button', { name: 'Remove member' }))
    await toasted('success', 'Sofia Marquez was removed.')
    expect(rows().join()).not.toContain('Sofia')
    expect(seats()).toBe('4 of 25, 4 held')
    expect(sent).toEqual([{ member_id: 'member-sofia' }])
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByLabelText('Actions for Noor Lin')),
    )
  })

  test('says before the removal that the member’s payment method goes on paying', async () => {
    const { user } = await openTeam()
    // Added meanwhile.
    respond('getProfile', profileOf({ ...paid, payer_id: 'member-sofia' }))
    await choose(user, 'Sofia Marquez', remove)
    const warning = await screen.findByText(/still be charged/)
    expect(warning.parentElement?.textContent).toContain(
      `Visa ending in 4242, which Sofia Marquez added for the Growth plan, will still be charged: $99.50 on ${dayOf(renews, true)}. To prevent that, change the payment method or stop the renewal first.`,
    )
    await user.click(screen.getByRole('button', { name: 'Keep member' }))
    await choose(user, 'Lukas Brandt', remove)
    expect((await screen.findByRole('dialog')).textContent).not.toContain('still be charged')
  })

  test('sends an invitation again, and revokes one after a confirmation', async () => {
    const resent = respond('resendInvitation', { message: 'The invitation is sent again.' })
    const revoked = respond('revokeInvitation')
    const { user } = await openOnce()
    await choose(user, 'amara@acme.test', 'Send again')
    await toasted('success', 'The invitation is sent again.')
    within(rowOf('amara')).getByText('Waiting to be sent')
    await choose(user, 'mei@acme.test', 'Revoke…')
    await screen.findByText('Revoke the invitation for mei@acme.test?')
    screen.getByText(/^The link will stop working, even if it was opened\./)
    expect(revoked).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Revoke invitation' }))
    await toasted('success', 'The invitation for mei@acme.test was revoked.')
    expect(rows().join()).not.toContain('mei@')
    expect([resent, revoked]).toEqual([
      [{ invitation_id: 'invitation-amara' }],
      [{ invitation_id: 'invitation-mei' }],
    ])
  })

  test('says which change failed, and why, and shows the current state', async () => {
    const { user } = await openOnce()
    refuse('setRole', 409)
    await choose(user, 'Daniel Osei', 'Make member')
    await toasted('error', 'Daniel Osei’s role was not changed.', 'No.')
    refuse('setRole', 404)
    await choose(user, 'Daniel Osei', 'Make member')
    await toasted('info', 'Daniel Osei is no longer on the list.')
    refuse('removeMember', 409)
    await choose(user, 'Sofia Marquez', remove)
    await user.click(await screen.findByRole('button', { name: 'Remove member' }))
    await toasted('error', 'Sofia Marquez was not removed.', 'No.')
    refuse('setRole', 404)
    await choose(user, 'Lukas Brandt', 'Make admin')
    await toasted('info', 'Lukas Brandt is no longer on the list.')
    serveTeam({ ...teamExample(), members: [] })
    lose('setRole')
    await choose(user, 'Lukas Brandt', 'Make admin')
    await toasted(
      'error',
      'We couldn’t confirm the change to Lukas Brandt.',
      'Check the list before you try again.',
    )
    await waitFor(() => expect(rows().join()).not.toContain('Lukas'))
  })
})

describe('the state of a mail', () => {
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
  const invitation = (email: string, state: 'sent' | 'waiting') => ({
    ...teamExample(),
    invitations: [teamInvitation(email, { state })],
  })

  test('updates by itself, and isn’t asked for for ever', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const { served } = await openTeam()
    served.team = invitation('wei@acme.test', 'sent')
    await pass(2_000)
    await waitFor(() => within(rowOf('wei')).getByText('Sent just now'))
    served.team = invitation('kofi@acme.test', 'waiting')
    await pass(60_000)
    window.dispatchEvent(new Event('visibilitychange'))
    await waitFor(() => rowOf('kofi'))
    await pass(3_600_000)
    const then = reads()
    await pass(3_600_000)
    expect(reads()).toBe(then)
  })

  test.each([
    ['and the', () => respond('inviteTeamMembers', { message: 'Invited.' })],
    // The mails may have gone out.
    ['though no', () => lose('inviteTeamMembers')],
  ])('shows once somebody is invited, %s answer comes', async (_when, answer) => {
    const { user, served } = await openTeam({ ...teamExample(), invitations: [] })
    answer()
    enter(screen.getByRole('textbox', { name: /^Enter Email/ }), 'kofi@acme.test')
    served.team = invitation('kofi@acme.test', 'waiting')
    await user.click(screen.getByRole('button', { name: 'Submit' }))
    await waitFor(() => within(rowOf('kofi')).getByText('Waiting to be sent'))
  })
})
