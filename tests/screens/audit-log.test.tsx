import { act, screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import type { AuditEntry } from '../../contract/audit-log'
import { fakeTime } from '../support/fake-time'
import { openApp, signedInAs, toasted } from '../support/render-app'
import { holdAnswer } from '../support/respond'
import { catchFiles } from '../support/saved-files'
import { shownCells } from '../support/shown-rows'
import { api } from '../support/test-api'
import { withSettings } from '../support/with-settings'

const address = '/dashboard/audit-log'

/** The newest first, a minute apart. */
function entries(count: number): AuditEntry[] {
  return Array.from({ length: count }, (_, index) => ({
    entry_id: `entry-${index}`,
    at: new Date(Date.UTC(2026, 0, 31, 12) - index * 60_000).toISOString(),
    actor: { kind: 'user', name: 'Priya Sharma', email: 'priya@acme.test' },
    action: index % 2 === 0 ? 'invited' : 'made-admin',
    subject: `Person ${index}`,
    details: {},
    network: '203.0.113.7',
  }))
}

/**
 * Opens the log of a server that answers as many entries at once as it is asked for.
 * @returns what it was asked for, and the refusals that it gives first.
 */
async function openLog(all: readonly AuditEntry[], search = '', usual = 100) {
  const served = { asked: [] as Record<string, string>[], refusals: [] as Response[] }
  api.server.use(
    http.get('*/api/audit-log/', ({ request }) => {
      const query = Object.fromEntries(new URL(request.url).searchParams)
      const refusal = served.refusals.shift()
      if (refusal) return refusal
      served.asked.push(query)
      if (query.action === 'nonsense') return new HttpResponse(null, { status: 400 })
      const matching = all.filter(
        ({ action, subject }) =>
          (!query.action || query.action === action) && (!query.text || subject === query.text),
      )
      const from = Number(query.before ?? 0)
      const end = from + Number(query.most ?? usual)
      const next = end < matching.length ? String(end) : null
      return HttpResponse.json({ data: matching.slice(from, end), next })
    }),
  )
  const app = openApp(address + search)
  await screen.findByRole('combobox', { name: 'Kind of action' })
  if (all.length > 0) await screen.findByRole('table', { name: 'Activity' })
  return { ...app, served }
}
const refusal = (status: number, retryAfter?: string) =>
  HttpResponse.json({}, { status, ...(retryAfter && { headers: { 'retry-after': retryAfter } }) })

/** Catches the file. @returns a function that reads its lines; undefined without a file. */
function catchFile() {
  const files = catchFiles()
  return async () => (await files.at(-1)?.text)?.trimEnd().split('\r\n')
}

const count = () => screen.getAllByRole('row').length - 1
/** What each row says; the name in it shows on phones. */
const whats = () => shownCells().map((cells) => cells[2]?.querySelector('p')?.textContent)
const field = () => screen.getByRole('searchbox', { name: 'Filter the audit log' })
const download = () => screen.getByRole('button', { name: 'Download CSV' })

/** Waits until screen readers were told this last. */
const said = (text: string) =>
  waitFor(() => {
    const hidden = screen.getAllByRole('status').filter((one) => one.className === 'sr-only')
    expect(hidden.map(({ textContent }) => textContent)).toContain(text)
  })

beforeEach(async () => {
  await signedInAs('admin')
  withSettings({ isOurServer: true })
})

test('lists entries with the author’s address, so that nobody pretends by a name, and the exact time', async () => {
  const [entry] = entries(1)
  const actor = { kind: 'user', name: 'Operator', email: 'eve@acme.test' } as const
  const all = [
    { ...entry, actor },
    ...(['operator', 'provider', 'orglens', 'user'] as const).map((kind) => ({
      ...entry,
      entry_id: kind,
      actor: { kind },
    })),
    { ...entry, entry_id: 'nameless', actor: { kind: 'user', email: 'mei@acme.test' } },
  ] as AuditEntry[]
  await openLog(all)
  const [pretender, operator] = shownCells()
  // On wider screens; below for phones.
  expect(pretender?.[3]?.lastChild?.textContent).toBe('203.0.113.7')
  expect(shownCells().map((cells) => cells[1]?.textContent)).toEqual([
    'OOperatoreve@acme.test',
    'Operator',
    'Payment provider',
    'Orglens',
    'AMA former member',
    'Mmei@acme.test',
  ])
  expect(whats().slice(0, 2)).toEqual(['Operator invited Person 0', 'Operator invited Person 0'])
  expect(pretender?.[3]?.firstElementChild?.textContent).toBe('eve@acme.test · 203.0.113.7')
  expect(operator?.[3]?.firstElementChild?.textContent).toBe('203.0.113.7')
  const [time] = document.querySelectorAll('time')
  expect(time?.getAttribute('datetime')).toBe('2026-01-31T12:00:00.000Z')
  await screen.findByText('In Acme Analytics, for the last 400 days')
})

test('names three of many who were invited together; all of them on demand, and in the file', async () => {
  const file = catchFile()
  const addresses = Array.from({ length: 5 }, (_, index) => `person-${index}@acme.test`)
  const [one] = entries(1)
  const { user } = await openLog(one ? [{ ...one, subject: null, details: { addresses } }] : [])
  const three = addresses.slice(0, 3).join(', ')
  expect(whats()).toEqual([expect.stringContaining(`Priya Sharma invited ${three} and 2 more`)])
  const details = screen.getByText('person-4@acme.test').closest('details')
  expect(details?.open).toBe(false)
  await user.click(screen.getByText('All 5 addresses'))
  expect(details?.open).toBe(true)
  await user.click(download())
  await waitFor(async () => expect((await file())?.[1]).toContain(`"${addresses.join(', ')}"`))
})

test('shows older entries below, until there are none', async () => {
  const { user, served } = await openLog(entries(5), '', 2)
  expect(count()).toBe(2)
  await user.click(screen.getByRole('button', { name: 'Show older' }))
  await waitFor(() => expect(count()).toBe(4))
  await said('2 older entries')
  served.refusals.push(refusal(400))
  await user.click(screen.getByRole('button', { name: 'Show older' }))
  await screen.findByText('Older entries could not be loaded.')
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(count()).toBe(5))
  expect(served.asked).toEqual([{}, { before: '2' }, { before: '4' }])
  expect(screen.queryByRole('button', { name: 'Show older' })).toBeNull()
  await waitFor(() => expect(document.activeElement?.textContent).toBe('That is all there is.'))
  await said('1 older entry')
})

describe('the filter', () => {
  test('is in the address, applied by the server, and can be cleared if nothing matches', async () => {
    const { user, address: shown } = await openLog(entries(4), '', 3)
    const kind = screen.getByRole('combobox', { name: 'Kind of action' })
    await user.selectOptions(kind, 'Invited')
    await said('2 entries')
    await user.type(field(), 'Person 2')
    await waitFor(() => expect(whats()).toEqual(['Priya Sharma invited Person 2']))
    expect(shown()).toBe(`${address}?action=invited&text=Person+2`)
    expect(document.activeElement).toBe(field())
    await user.type(field(), '!')
    await screen.findByText('Nothing matches', { selector: 'h2' })
    await said('Nothing matches')
    await user.click(screen.getByRole('button', { name: 'Clear filters' }))
    await said('The newest 3 entries')
    expect(shown()).toBe(address)
    expect(field()).toHaveProperty('value', '')
    expect(document.activeElement).toBe(field())
  })

  test('takes no text before the log is there, which would be lost', async () => {
    const release = holdAnswer('getAuditLog')
    openApp(address)
    await screen.findByText('Loading activity…')
    expect(field().closest('[inert]')).not.toBeNull()
    await release()
  })

  test('that a link names and nobody knows is dropped', async () => {
    const { address: shown } = await openLog(entries(2), '?action=nonsense')
    expect(shown()).toBe(address)
    expect(count()).toBe(2)
  })
})

test('an empty log says what it will contain', async () => {
  await openLog([])
  await screen.findByText('Nothing here yet')
  expect(download()).toHaveProperty('disabled', true)
})

describe('the download', () => {
  test('has everything that matches the filter, however much, and can be restarted after a failure', async () => {
    const file = catchFile()
    const { user, served } = await openLog(entries(4_500), '?action=invited')
    served.refusals.push(refusal(400))
    await user.click(download())
    await toasted('error', 'The audit log could not be downloaded. Please try again.')
    await user.click(download())
    await waitFor(async () => expect(await file()).toHaveLength(2_251))
    const [head, first] = (await file()) ?? []
    expect(head).toContain('When,Who,Email,What,Action,Subject,Network,Day,Time zone')
    expect(first).toBe(
      '2026-01-31T12:00:00.000Z,Priya Sharma,priya@acme.test,invited Person 0,invited,Person 0,203.0.113.7,2026-01-31,UTC',
    )
    expect(served.asked.slice(1)).toEqual([
      { action: 'invited', most: '1000' },
      { action: 'invited', most: '1000', before: '1000' },
      { action: 'invited', most: '1000', before: '2000' },
    ])
  })

  test('waits if asked to, for five minutes at most, and goes on; it can be stopped', async () => {
    const file = catchFile()
    const { served, goTo } = await openLog(entries(2_500))
    const time = fakeTime()
    served.refusals.push(refusal(429, '3600'))
    await act(async () => download().click())
    await time.until(() => screen.getByText('0 entries; the server asked to wait…'))
    const stop = screen.getByRole('button', { name: 'Stop' })
    await act(async () => stop.click())
    await act(() => time.pass(3_600_000))
    expect(served.asked).toEqual([{}])

    served.refusals.push(refusal(429, '3600'))
    await act(async () => download().click())
    await time.until(() => screen.getByText('0 entries; the server asked to wait…'))
    await act(() => time.pass(299_000))
    expect(await file()).toBeUndefined()
    await act(() => time.pass(1_000))
    await time.until(async () => expect(await file()).toHaveLength(2_501))
    // It ends with its page.
    served.refusals.push(refusal(429, '3600'))
    await act(async () => download().click())
    await time.until(() => screen.getByText('0 entries; the server asked to wait…'))
    const asked = served.asked.length
    await act(() => goTo('/dashboard/main'))
    await act(() => time.pass(3_600_000))
    expect(served.asked).toHaveLength(asked)
  })
})
