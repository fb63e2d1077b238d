import { act, screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { watchForChunkErrors } from '../../src/shell/chunk-errors'
import { door } from '../support/door'
import { openApp, settled, signedInAs } from '../support/render-app'
import { api } from '../support/test-api'

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

describe('the progress bar', () => {
  const line = () => document.querySelector('.progress-bar')

  test('shows only while something is being saved', async () => {
    await signedInAs('member')
    const { user } = openApp('/dashboard/profile')
    await screen.findByRole('form', { name: 'Update Profile' })
    await settled()
    expect(line()).toBeNull()

    const { open, opened } = door()
    api.server.use(
      http.put('*/api/profile/', async () => {
        await opened
        return new HttpResponse(null, { status: 403 })
      }),
    )
    vi.spyOn(console, 'error').mockImplementation(() => {})
    await user.click(screen.getByRole('button', { name: 'Update Profile' }))
    await waitFor(() => expect(line()).not.toBeNull())
    open()
    await waitFor(() => expect(line()).toBeNull())
  })
})

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

  test('a page whose code fails to load does not reload', async () => {
    onTestFinished(watchForChunkErrors())
    setOnline(false)
    expect(loseCode().defaultPrevented).toBe(true)
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
