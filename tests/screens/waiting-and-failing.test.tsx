import { act, screen } from '@testing-library/react'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { watchForChunkErrors } from '../../src/shell/chunk-errors'
import { openApp, signedInAs } from '../support/render-app'

/** The browser says that it has, or hasn't, a network. */
function setOnline(isOnline: boolean) {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline)
  act(() => void window.dispatchEvent(new Event(isOnline ? 'online' : 'offline')))
}

/** What Vite tells when code that is wanted now can't be loaded. */
function loseCode(): Event {
  const event = new Event('vite:preloadError', { cancelable: true })
  act(() => void window.dispatchEvent(event))
  return event
}

describe('offline', () => {
  const offline = /^You are offline/

  test('a note says so until the network is back', async () => {
    openApp('/signin')
    await screen.findByRole('heading', { name: 'Sign in' })
    expect(screen.queryByText(offline)).toBeNull()
    setOnline(false)
    expect(screen.getByText(offline).closest('[role="status"]')).not.toBeNull()
    setOnline(true)
    expect(screen.queryByText(offline)).toBeNull()
  })
})

describe('when a new deployment has removed code', () => {
  test('a note offers to reload, and the page keeps its state', async () => {
    onTestFinished(watchForChunkErrors())
    await signedInAs('member')
    const { user } = openApp('/dashboard/profile')
    await user.type(await screen.findByLabelText('Full Name'), '!')
    // The router has to hear of it, too: it reloads where a page's code is gone.
    expect(loseCode().defaultPrevented).toBe(false)
    expect(window.location.reload).not.toHaveBeenCalled()
    expect(screen.getByLabelText<HTMLInputElement>('Full Name').value).toBe('Daniel Okafor!')
    await user.click(await screen.findByRole('button', { name: 'Reload' }))
    expect(window.location.reload).toHaveBeenCalledOnce()
  })
})
