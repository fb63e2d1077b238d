import { act, fireEvent, screen } from '@testing-library/react'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { calls } from '../../contract/calls'
import { holdAnswer } from '../support/held-answer'
import {
  addresses,
  aMinute,
  clickInto,
  ended,
  failLinks,
  frames,
  linkOf,
  openDashboard as open,
  reloadOfBar,
  serveLinks,
  setVisible,
} from '../support/open-dashboard'
import { signedInAs } from '../support/render-app'

/*
 * How the link of an open dashboard ends.
 */

/** The dashboards that links were asked for beside the profile's. */
let asked: string[] = []
const openDashboard = (options = {}) => open(asked, options)

beforeEach(async () => {
  await signedInAs('member')
  asked = serveLinks()
})

describe('an untouched frame', () => {
  test.each([
    ['is right', 0],
    ['is an hour ahead', 60],
    ['is an hour behind', -60],
  ])('opens a new link before its own ends, where the visitor’s clock %s', async (_, minutes) => {
    vi.setSystemTime(Date.now() + minutes * aMinute)
    const { pass, askedFor } = await openDashboard()
    await pass(57 * aMinute)
    expect(asked).toEqual([])
    await pass(2 * aMinute)
    await askedFor(1)
    expect(addresses()).toEqual([linkOf(1)])
    await pass(59 * aMinute)
    await askedFor(2)
    expect(addresses()).toEqual([linkOf(2)])
    expect(screen.queryByText(ended)).toBeNull()
  })

  test('is left alone in a hidden tab; shown again it says at once that its link has ended', async () => {
    const { pass, askedFor } = await openDashboard()
    setVisible(false)
    await pass(70 * aMinute)
    expect(asked).toEqual([])
    const answer = holdAnswer(calls.getDashboardLink)
    setVisible(true)
    screen.getByText(ended)
    await answer()
    await askedFor(1)
    expect(screen.queryByText(ended)).toBeNull()
    expect(addresses()).toEqual([linkOf(1)])
  })

  test.each([
    ['goes on', true],
    ['stands still', false],
  ])(
    'says so after a sleep in which the monotonic clock %s, and opens a new link',
    async (_, isCounted) => {
      const { askedFor } = await openDashboard()
      // No timer runs meanwhile.
      const { now } = performance
      const asleep = 3 * 60 * aMinute
      vi.setSystemTime(Date.now() + asleep)
      if (isCounted) {
        vi.spyOn(performance, 'now').mockImplementation(() => now.call(performance) + asleep)
      }
      onTestFinished(() => void vi.restoreAllMocks())
      act(() => void window.dispatchEvent(new Event('focus')))
      screen.getByText(ended)
      await askedFor(1)
      expect(addresses()).toEqual([linkOf(1)])
      expect(screen.queryByText(ended)).toBeNull()
    },
  )

  test('says when its link ends while the network is down, and opens a new one once the network is back', async () => {
    const { pass, askedFor } = await openDashboard()
    const [frame] = frames()
    failLinks(asked)
    await pass(60 * aMinute)
    screen.getByText(ended)
    expect(frames()).toEqual([frame])
    expect(asked.length).toBeLessThan(15)
    const failures = asked.length
    serveLinks(asked)
    await pass(15_000)
    await askedFor(failures + 1)
    expect(screen.queryByText(ended)).toBeNull()
    expect(addresses()).toEqual([linkOf(failures + 1)])
  })
})

describe('a touched frame', () => {
  test('stays as it is; when its link ends a bar says so', async () => {
    const { pass } = await openDashboard()
    const [frame] = frames()
    clickInto()
    fireEvent.focus(document.body)
    act(() => (document.activeElement as HTMLElement).blur())
    await pass(59 * aMinute)
    expect(screen.queryByText(ended)).toBeNull()
    // Before the end: it is there when a click first fails.
    await pass(45_000)
    screen.getByText('Reload it to continue (filters will be reset).')
    expect(asked).toEqual([])
    expect(frames()).toEqual([frame])
  })

  test('reloads with a new link on request, then counts as untouched', async () => {
    const { pass, askedFor } = await openDashboard()
    clickInto()
    await pass(61 * aMinute)
    const button = reloadOfBar()
    button.focus()
    fireEvent.click(button)
    await askedFor(1)
    // The focus is at its place, not in it: the next Tab goes in.
    expect(document.activeElement).toBe(frames()[0]?.parentElement)
    expect(addresses()).toEqual([linkOf(1)])
    expect(screen.queryByText(ended)).toBeNull()
    await pass(59 * aMinute)
    await askedFor(2)
    expect(addresses()).toEqual([linkOf(2)])
  })
})
