import { act, screen, waitFor } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import { catchFile, entries, openLog } from '../support/audit-log-screen'
import { fakeTime } from '../support/fake-time'
import { signedInAs } from '../support/render-app'
import { withSettings } from '../support/with-settings'

beforeEach(async () => {
  await signedInAs('admin')
  withSettings({ isOurServer: true })
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
    served.refusals.push(HttpResponse.json({}, { status: 429, headers: { 'retry-after': '30' } }))
    await act(async () => screen.getByRole('button', { name: 'Download CSV' }).click())
    await time.until(() => screen.getByText('0 entries; the server asked to wait…'))
    const before = served.asked.length
    await act(() => time.pass(29_000))
    expect(served.asked).toHaveLength(before)
    await act(() => time.pass(1_000))
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
    await screen.findByText('The audit log could not be downloaded. Please try again.')
    await begin(user)
    await waitFor(async () => expect(await file()).toHaveLength(4))
  })
})
