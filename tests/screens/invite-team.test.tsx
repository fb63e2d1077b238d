import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { demoAdmin } from '../../server/demo/demo'
import { failureLines } from '../support/failure-lines'
import { linkMailedTo } from '../support/mails'
import { openApp, signedInAs } from '../support/render-app'
import { respond } from '../support/respond'
import { api } from '../support/test-api'
import { withSettings } from '../support/with-settings'

const failed = 'Error sending invites. Please try again.'
const invitation = 'POST /api/invite-team-members/'
const field = () => screen.getByLabelText<HTMLInputElement>('Enter Email(s) (comma separated)')
const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Submit' })
const preview = () => screen.queryByRole('region', { name: 'Emails to be sent' })
const invitations = () => api.requests.filter((request) => request === invitation)

beforeEach(() => signedInAs('admin'))

/** Opens the screen and fills the field in, as if pasted. */
async function filledIn(text: string) {
  const app = openApp('/dashboard/invite-team')
  await screen.findByRole('form', { name: 'Invite your team' })
  fireEvent.change(field(), { target: { value: text } })
  return app
}

/** @returns the addresses that the preview shows. */
function previewed(): (string | null)[] {
  const region = preview()
  return region
    ? within(region)
        .getAllByRole('listitem')
        .map((item) => item.textContent)
    : []
}

describe('while typing', () => {
  test('the addresses to send show, each once', async () => {
    const { user } = await filledIn('')
    expect(preview()).toBeNull()
    await user.type(field(), 'Ada@example.test')
    expect(previewed()).toEqual(['Ada@example.test'])
    expect(preview()?.textContent).toContain('1 email to be sent')
    await user.type(field(), ', grace@example.test , ,ada@EXAMPLE.test')
    expect(previewed()).toEqual(['Ada@example.test', 'grace@example.test'])
    expect(preview()?.textContent).toContain('2 emails to be sent')
    expect(preview()?.textContent).not.toContain('may not be valid')
    expect(invitations()).toEqual([])
  })

  test('a doubtful address is marked, in words too', async () => {
    await filledIn('grace,')
    expect(preview()?.textContent).toContain('This address may not be valid.')
    fireEvent.change(field(), { target: { value: 'grace@example.test, grace, Ada <ada>,' } })
    expect(previewed()).toEqual([
      'grace@example.test',
      'grace(may not be valid)',
      'Ada <ada>(may not be valid)',
    ])
    expect(preview()?.textContent).toContain('3 emails to be sent, 2 of which may not be valid')
  })

  test('unfinished input becomes doubtful only after a pause', async () => {
    const { user } = await filledIn('')
    await user.type(field(), 'x, gr')
    expect(previewed()).toEqual(['x(may not be valid)', 'gr'])
    expect(preview()?.textContent).toContain('2 emails to be sent, 1 of which may not be valid')
    await waitFor(() =>
      expect(previewed()).toEqual(['x(may not be valid)', 'gr(may not be valid)']),
    )
    expect(preview()?.textContent).toContain('2 emails to be sent, 2 of which may not be valid')
    await user.type(field(), 'ace@example.test')
    expect(previewed()).toEqual(['x(may not be valid)', 'grace@example.test'])
  })

  test('a paste becomes addresses between commas, and the preview shows them', async () => {
    const { user } = await filledIn('lin@example.test')
    field().setSelectionRange(16, 16)
    await user.click(field())
    await user.paste('Ada Lovelace <ada@example.test>;\ngrace@example.test joan@example.test\n')
    expect(field().value).toBe(
      'lin@example.test, ada@example.test, grace@example.test, joan@example.test',
    )
    expect(previewed()).toEqual(field().value.split(', '))
  })
})

test('commas alone send nothing, and the field gets the focus', async () => {
  const { user } = await filledIn(' , ,')
  await user.click(button())
  expect(await failureLines()).toEqual(['Please enter at least one email.'])
  expect(document.activeElement).toBe(field())
  expect(field().getAttribute('aria-describedby')).toBe(screen.getByRole('alert').id)
  expect(invitations()).toEqual([])

  await user.type(field(), 'g')
  expect(screen.queryByRole('alert')).toBeNull()
})

describe('when it works', () => {
  test('the server’s message shows, the field is empty again, and the mails are there', async () => {
    const { user } = await filledIn(`grace@example.test, x, ${demoAdmin.email}, ada@example.test`)
    await user.click(button())
    const message = await screen.findByText(
      `2 invitations sent. Excluded: x (not a valid address), ${demoAdmin.email} (already a member).`,
    )
    expect(message.closest('[role="status"]')).not.toBeNull()
    expect(field().value).toBe('')
    expect(preview()).toBeNull()
    expect(await linkMailedTo('grace@example.test')).toMatch(/^\/invite\/./)
    expect(await linkMailedTo('ada@example.test')).toMatch(/^\/invite\/./)
  })

  test('all addresses are sent, including doubtful ones, each once', async () => {
    const sent = respond('inviteTeamMembers', { message: 'Whatever the server says.' })
    const { user } = await filledIn(
      ' Grace@example.test,x , ,grace@EXAMPLE.test, Ada <ada@b.test>,',
    )
    await user.click(button())
    await screen.findByText('Whatever the server says.')
    expect(sent).toEqual([{ emails: ['Grace@example.test', 'x', 'ada@b.test'] }])
  })
})

describe('when it fails', () => {
  test('inviting nobody says why and keeps the text', async () => {
    withSettings({ isOurServer: true })
    const { user } = await filledIn('x, ada@localhost')
    await user.click(button())
    // Nothing else: the call hasn't failed, and the same again would change nothing.
    expect(await failureLines()).toEqual([
      'No invitations sent. Excluded: x (not a valid address), ada@localhost (not a valid address).',
    ])
    expect(document.activeElement).toBe(field())
    expect(field().value).toBe('x, ada@localhost')
  })

  test('those who were excluded stay in the field, to be mended', async () => {
    withSettings({ isOurServer: true })
    const { user } = await filledIn(`x, Grace@example.test, ${demoAdmin.email}, ada@localhost`)
    await user.click(button())
    const message = await screen.findByText(/^1 invitation sent. Excluded: /)
    expect(message.closest('.bg-warn-bg')).not.toBeNull()
    expect(field().value).toBe(`x, ${demoAdmin.email}, ada@localhost`)
    expect(previewed()).toHaveLength(3)
    expect(screen.queryByRole('alert')).toBeNull()
    fireEvent.change(field(), { target: { value: 'x@example.test' } })
    await user.click(button())
    const success = await screen.findByText('1 invitation sent.')
    expect(success.closest('.bg-ok-bg')).not.toBeNull()
    expect(field().value).toBe('')
  })

  test('on another server, what an answer says is shown, whatever else it has', async () => {
    withSettings({ isOurServer: false })
    const { user } = await filledIn('x')
    await user.click(button())
    await screen.findByText('No invitations sent. Excluded: x (not a valid address).')
    expect(screen.queryByText(failed)).toBeNull()
    expect(field().value).toBe('')
  })
})
