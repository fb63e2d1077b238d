import { act, screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import type { AuditEntry } from '../../contract/audit-log'
import { fakeTime } from '../support/fake-time'
import { openApp, signedInAs } from '../support/render-app'
import { catchFiles } from '../support/saved-files'
import { shownCells } from '../support/shown-rows'
import { api } from '../support/test-api'
import { toasted } from '../support/toasts'
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
 * From here on the server has this log, and answers as many entries at once as it is asked for.
 * @returns what it was asked for, and the refusals that it gives first.
 */
function serveLog(all: readonly AuditEntry[], usual = 100) {
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
  return served
}

async function openLog(all: readonly AuditEntry[], search = '', usual = 100) {
  const served = serveLog(all, usual)
  const app = openApp(address + search)
  await screen.findByRole('table', { name: 'Activity' })
  return { ...app, served }
}

/** Catches the file. @returns a function that reads its lines; undefined without a file. */
function catchFile() {
  const files = catchFiles()
  return async () => (await files.at(-1)?.text)?.trimEnd().split('\r\n')
}

const count = () => screen.getAllByRole('row').length - 1
/** What each row says; the name in it shows on phones. */
const whats = () => shownCells().map((cells) => cells[2]?.querySelector('p')?.textContent)

const regions = () => screen.getAllByRole('status').filter((one) => one.className === 'sr-only')
/** What screen readers were told last. */
const announcement = () =>
  regions()
    .map(({ textContent }) => textContent)
    .join()
/** Waits until they are told this. @returns the element that says it: what is added is announced. */
async function said(text: string) {
  await waitFor(() => expect(announcement()).toBe(text))
  return regions()[0]?.firstElementChild
}

test('an entry shows the author’s address, so that nobody pretends by a name', async () => {
  const [entry] = entries(1)
  const actor = { kind: 'user', name: 'Operator', email: 'eve@acme.test' } as const
  const all = [
    { ...entry, actor },
    ...(['operator', 'provider', 'orglens', 'user'] as const).map((kind) => ({
      ...entry,
      entry_id: kind,
      actor: { kind },
    })),
  ] as AuditEntry[]
  await openLog(all)
  const [pretender, operator] = shownCells()
  expect(shownCells().map((cells) => cells[1]?.textContent)).toEqual([
    'OOperatoreve@acme.test',
    'Operator',
    'Payment provider',
    'Orglens',
    'AMA former member',
  ])
  expect(whats().slice(0, 2)).toEqual(['Operator invited Person 0', 'Operator invited Person 0'])
  // On phones.
  expect(pretender?.[3]?.firstElementChild?.textContent).toBe('eve@acme.test · 203.0.113.7')
  expect(operator?.[3]?.firstElementChild?.textContent).toBe('203.0.113.7')
})

beforeEach(async () => {
  await signedInAs('admin')
  withSettings({ isOurServer: true })
})

test('lists entries, the newest first, with the exact time in the title', async () => {
  const { served } = await openLog(entries(2))
  expect(whats()).toEqual(['Priya Sharma invited Person 0', 'Priya Sharma made Person 1 an admin'])
  const [time] = document.querySelectorAll('time')
  expect(time?.getAttribute('datetime')).toBe('2026-01-31T12:00:00.000Z')
  expect(time?.title).toMatch(/2026.*\d{1,2}:\d\d:\d\d/)
  await screen.findByText('In Acme Analytics, for the last 400 days')
  // As the boot script asks for it: without a query string.
  expect(served.asked).toEqual([{}])
  expect(screen.queryByRole('button', { name: 'Show older' })).toBeNull()
})

test('names three of many who were invited together; all of them on demand, and in the file', async () => {
  const file = catchFile()
  const addresses = Array.from({ length: 5 }, (_, index) => `person-${index}@acme.test`)
  const [one] = entries(1)
  const { user } = await openLog(one ? [{ ...one, subject: null, details: { addresses } }] : [])
  const three = addresses.slice(0, 3).join(', ')
  screen.getByText(
    (_, element) => element?.textContent === `Priya Sharma invited ${three} and 2 more`,
  )
  expect(screen.getByText('person-4@acme.test').closest('details')?.open).toBe(false)
  await user.click(screen.getByText('All 5 addresses'))
  expect(screen.getByText('person-4@acme.test').closest('details')?.open).toBe(true)
  await user.click(screen.getByRole('button', { name: 'Download CSV' }))
  await waitFor(async () => expect((await file())?.[1]).toContain(`"${addresses.join(', ')}"`))
})

test('shows older entries below, until there are none', async () => {
  const { user, served } = await openLog(entries(5), '', 2)
  expect(count()).toBe(2)
  await user.click(screen.getByRole('button', { name: 'Show older' }))
  await waitFor(() => expect(count()).toBe(4))
  await said('2 older entries')
  served.refusals.push(HttpResponse.json({}, { status: 400 }))
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
  test('is in the address, and applied by the server', async () => {
    const { user, address: shown, served } = await openLog(entries(4))
    const field = screen.getByRole('searchbox', { name: 'Filter the audit log' })
    await user.type(field, 'Person 2')
    await waitFor(() => expect(whats()).toEqual(['Priya Sharma invited Person 2']))
    expect(shown()).toBe(`${address}?text=Person+2`)
    expect(document.activeElement).toBe(field)
    expect(served.asked).toEqual([{}, { text: 'Person 2' }])
    await user.clear(field)
    await waitFor(() => expect(count()).toBe(4))
    expect(shown()).toBe(address)
  })

  test('that matches nothing can be cleared, and the new result is announced', async () => {
    const { user, address: shown, served } = await openLog(entries(4), '?action=invited')
    const field = screen.getByRole('searchbox', { name: 'Filter the audit log' })
    await user.type(field, 'nobody')
    await screen.findByText('Nothing matches', { selector: 'h2' })
    await said('Nothing matches')
    await user.click(screen.getByRole('button', { name: 'Clear filters' }))
    await waitFor(() => expect(count()).toBe(4))
    expect(shown()).toBe(address)
    expect(field).toHaveProperty('value', '')
    expect(document.activeElement).toBe(field)
    await said('4 entries')
    // What was typed isn't asked for again.
    expect(served.asked).toEqual([{ action: 'invited' }, { action: 'invited', text: 'nobody' }, {}])
  })

  test('that a link names and nobody knows is dropped', async () => {
    const { address: shown } = await openLog(entries(2), '?action=nonsense')
    expect(shown()).toBe(address)
    expect(count()).toBe(2)
  })

  test('announces the number of matches, even if it is the same as before', async () => {
    const { user, address: shown } = await openLog(entries(5), '', 2)
    expect(announcement()).toBe('')
    const action = screen.getByRole('combobox', { name: 'Kind of action' })
    await user.selectOptions(action, 'Made admin')
    const before = await said('2 entries')
    expect(whats()).toEqual([
      'Priya Sharma made Person 1 an admin',
      'Priya Sharma made Person 3 an admin',
    ])
    expect(shown()).toBe(`${address}?action=made-admin`)
    await user.type(screen.getByRole('searchbox', { name: 'Filter the audit log' }), 'Person 1')
    await said('1 entry')
    await user.selectOptions(action, 'All actions')
    await user.clear(screen.getByRole('searchbox', { name: 'Filter the audit log' }))
    await said('The newest 2 entries')
    await user.selectOptions(action, 'Made admin')
    expect(await said('2 entries')).not.toBe(before)
  })
})

test('an empty log says what it will contain', async () => {
  serveLog([])
  openApp(address)
  await screen.findByText('Nothing here yet')
  expect(screen.getByRole('button', { name: 'Download CSV' })).toHaveProperty('disabled', true)
})

describe('the download', () => {
  const begin = (user: Awaited<ReturnType<typeof openLog>>['user']) =>
    user.click(screen.getByRole('button', { name: 'Download CSV' }))

  test('has everything that matches the filter, however much', async () => {
    const file = catchFile()
    const { user, served } = await openLog(entries(4_500), '?action=invited')
    await begin(user)
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
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Download CSV' })),
    )
  })

  test('waits if asked to, shows its progress, and loses nothing', async () => {
    const file = catchFile()
    const { served } = await openLog(entries(2_500))
    const time = fakeTime()
    // Five minutes at most.
    served.refusals.push(HttpResponse.json({}, { status: 429, headers: { 'retry-after': '3600' } }))
    for (let failures = 1; failures <= 3; failures += 1) {
      served.refusals.push(HttpResponse.json({}, { status: 503 }))
    }
    await act(async () => screen.getByRole('button', { name: 'Download CSV' }).click())
    await time.until(() => screen.getByText('0 entries; the server asked to wait…'))
    const before = served.asked.length
    await act(() => time.pass(299_000))
    expect(served.refusals).toHaveLength(3)
    await act(() => time.pass(1_000))
    for (let left = 2; left >= 0; left -= 1) {
      await time.until(() => expect(served.refusals).toHaveLength(left))
      await time.until(() => screen.getByText('0 entries; trying again…'))
      await act(() => time.pass(5_000))
    }
    expect(served.asked.length).toBeGreaterThan(before)
    await time.until(async () => expect(await file()).toHaveLength(2_501))
  })

  test('can be stopped: nothing is saved, and no more requests are sent', async () => {
    const file = catchFile()
    const { served } = await openLog(entries(2_500))
    // However long it takes to find the button, the wait goes on.
    const time = fakeTime()
    served.refusals.push(HttpResponse.json({}, { status: 429, headers: { 'retry-after': '30' } }))
    await act(async () => screen.getByRole('button', { name: 'Download CSV' }).click())
    await time.until(() => screen.getByText('0 entries; the server asked to wait…'))
    const stop = screen.getByRole('button', { name: 'Stop' })
    expect(document.activeElement).toBe(stop)
    await act(async () => stop.click())
    await time.until(() =>
      expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Download CSV' })),
    )
    const before = served.asked.length
    await act(() => time.pass(60_000))
    expect(served.asked).toHaveLength(before)
    expect(await file()).toBeUndefined()
  })

  test('that fails says so, and can be restarted', async () => {
    const file = catchFile()
    const { user, served } = await openLog(entries(3))
    served.refusals.push(HttpResponse.json({}, { status: 400 }))
    await begin(user)
    await toasted('error', 'The audit log could not be downloaded. Please try again.')
    await begin(user)
    await waitFor(async () => expect(await file()).toHaveLength(4))
  })
})
