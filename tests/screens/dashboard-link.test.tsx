import { fireEvent, screen } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  addresses,
  aMinute,
  clickInto,
  ended,
  failLinks,
  frames,
  holdFrames,
  isBehind,
  linkOf,
  openDashboard as open,
  reloadOfBar,
  serveLinks,
  setVisible,
} from '../support/open-dashboard'
import { signedInAs } from '../support/render-app'

/** The dashboards that links were asked for beside the profile's. */
let asked: string[] = []
const openDashboard = (options = {}) => open(asked, options)

beforeEach(async () => {
  await signedInAs('member')
  asked = serveLinks()
})

describe('an unused frame', () => {
  test('loads a new link a minute before its own ends, unseen', async () => {
    const { pass, askedFor } = await openDashboard()
    const [first] = frames()
    await pass(9 * aMinute - 5_000)
    expect(asked).toEqual([])
    await pass(5_000)
    await askedFor(1)
    expect(addresses()).toEqual([linkOf(0), linkOf(1)])
    const [shown, next] = frames()
    expect(shown).toBe(first)
    expect(frames().map(isBehind)).toEqual([false, true])
    await pass(3_000)
    expect(frames()).toEqual([next])
    expect(frames().map(isBehind)).toEqual([false])
    expect(screen.queryByText(ended)).toBeNull()
  })

  test('is left alone in a hidden tab, and renewed as soon as the tab shows', async () => {
    const { pass, askedFor } = await openDashboard()
    setVisible(false)
    await pass(60 * aMinute)
    expect(asked).toEqual([])
    setVisible(true)
    // A click would fail until the next one is there.
    screen.getByText(ended)
    screen.getByText(/A new one is loading/)
    await askedFor(1)
    await pass(3_000)
    expect(screen.queryByText(ended)).toBeNull()
    expect(addresses()).toEqual([linkOf(1)])
  })

  test('says that its link has ended while the network is down, and is renewed with it', async () => {
    const { pass, askedFor } = await openDashboard()
    failLinks(asked)
    await pass(9 * aMinute)
    await askedFor(1)
    expect(screen.queryByText(ended)).toBeNull()
    await pass(aMinute)
    await screen.findByText(ended)
    screen.getByText('Reload it to continue (filters will be reset).')
    reloadOfBar()
    const failures = asked.length
    expect(failures).toBeLessThan(5)
    serveLinks(asked)
    await pass(30_000)
    window.dispatchEvent(new Event('online'))
    await askedFor(failures + 1)
    await pass(3_000)
    expect(screen.queryByText(ended)).toBeNull()
    expect(addresses()).toEqual([linkOf(failures + 1)])
  })

  test('stays while the new one behind it fails to load', async () => {
    const { pass, askedFor } = await openDashboard()
    const [first] = frames()
    holdFrames()
    await pass(9 * aMinute)
    await askedFor(1)
    expect(frames()).toHaveLength(2)
    await pass(15_000)
    expect(frames()).toEqual([first])
    await pass(30_000)
    await askedFor(2)
  })

  test('keeps its content if it is used while another one loads', async () => {
    const { pass, askedFor } = await openDashboard()
    const [first] = frames()
    await pass(9 * aMinute)
    await askedFor(1)
    clickInto()
    await pass(5_000)
    expect(frames()).toEqual([first])
  })
})

describe('a used frame', () => {
  test('is never touched; when its link ends a bar says so', async () => {
    const { pass } = await openDashboard()
    const [first] = frames()
    clickInto()
    await pass(10 * aMinute - 5_000)
    expect(screen.queryByText(ended)).toBeNull()
    await pass(5_000)
    screen.getByText(ended)
    expect(asked).toEqual([])
    expect(frames()).toEqual([first])
  })

  test('that starts over slowly tries again with its own link, not the older one of the profile', async () => {
    const { pass, askedFor } = await openDashboard()
    clickInto()
    await pass(11 * aMinute)
    holdFrames()
    fireEvent.click(reloadOfBar())
    await askedFor(1)
    await pass(15_000)
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(addresses()).toEqual([linkOf(1)])
  })

  test('starts over on request, with a new link, then counts as unused, and is renewed again', async () => {
    const { pass, askedFor } = await openDashboard()
    clickInto()
    await pass(11 * aMinute)
    const button = reloadOfBar()
    button.focus()
    fireEvent.click(button)
    await askedFor(1)
    // The focus is at its place, not in it: the next Tab goes in.
    expect(document.activeElement).toBe(frames()[0]?.parentElement)
    expect(addresses()).toEqual([linkOf(1)])
    expect(screen.queryByText(ended)).toBeNull()
    await pass(9 * aMinute)
    await askedFor(2)
    await pass(3_000)
    expect(addresses()).toEqual([linkOf(2)])
  })

  test('says so if it can’t start over', async () => {
    const { pass, askedFor } = await openDashboard()
    failLinks(asked)
    clickInto()
    await pass(11 * aMinute)
    fireEvent.click(reloadOfBar())
    await askedFor(1)
    await screen.findByText(/could not be reloaded/)
    expect(addresses()).toEqual([linkOf(0)])
  })
})

test('on another server no link is renewed and nothing shows', async () => {
  const { pass } = await openDashboard({ isOurServer: false })
  clickInto()
  await pass(60 * aMinute)
  expect(asked).toEqual([])
  expect(screen.queryByText(ended)).toBeNull()
})
