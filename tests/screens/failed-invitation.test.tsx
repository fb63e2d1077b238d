import { act, screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, test, vi } from 'vitest'
import { fakeTime } from '../support/fake-time'
import { mailedInvitation } from '../support/mailed-invitation'
import { openApp } from '../support/render-app'
import { api } from '../support/test-api'

const failed = 'Error processing the invitation.'
const organisation = () => screen.getByLabelText<HTMLInputElement>('Organisation')

/** Lets every opening be refused with a status and a body. */
function refused(status: number, body: object) {
  api.server.use(http.post('*/api/invite/', () => HttpResponse.json(body, { status })))
}

const toasts = () =>
  [...document.querySelectorAll('[data-sonner-toast]')].map((toast) => [
    toast.querySelector('[data-title]')?.textContent,
    toast.querySelector('[data-description]')?.textContent,
  ])

describe('an invitation’s link that fails', () => {
  /** Expects the registration, open to everybody, below a toast. */
  async function expectToast(detail: string | undefined, address: () => string) {
    await screen.findByRole('heading', { name: 'Create an account' })
    await waitFor(() => expect(toasts()).toEqual([[failed, detail]]))
    expect(address()).toBe('/register')
    expect(organisation().value).toBe('')
    expect(organisation().readOnly).toBe(false)
    expect(api.requests).toEqual(['POST /api/invite/'])
  }

  /** What the page itself says, for as long as it is open. */
  const notice = () => screen.queryByRole('heading', { level: 2 })?.closest('section')?.textContent

  const ended =
    'This invitation link no longer worksIt has expired, was withdrawn, or has already been used'

  test.each([
    ['ended', 422, ended],
    ['ended', 404, ended],
    ['has an account', 409, 'You already have an account'],
    ['could not be checked', 500, 'Your invitation could not be checked'],
    ['could not be checked', 429, 'Your invitation could not be checked'],
  ])('the page says that it %s (%i), and goes on saying so', async (_, status, words) => {
    refused(status, { error: 'Not today.', message: 'Not today.' })
    const time = fakeTime()
    openApp('/invite/a-token')
    await time.until(() => screen.getByRole('heading', { name: 'Create an account' }))
    expect(notice()).toContain(words)
    await act(() => time.pass(60_000))
    expect(toasts()).toEqual([])
    expect(notice()).toContain(words)
  })

  test('the page says whom to ask, and where those sign in who used it', async () => {
    refused(422, {})
    const { user } = openApp('/invite/a-token')
    await screen.findByText(/Ask the person who invited you for another one/)
    await user.click(screen.getByRole('link', { name: 'open your account' }))
    await screen.findByRole('heading', { name: 'Sign in' })
  })

  test('a link that could not be checked can be tried again', async () => {
    const link = await mailedInvitation()
    vi.spyOn(console, 'error').mockImplementation(() => {})
    api.faults = { latency: 0, failures: { openInvitation: 'network' } }
    const { user } = openApp(link)
    await screen.findByText(/The link may still work/)
    api.faults = { latency: 0, failures: {} }
    await user.click(screen.getByRole('link', { name: 'try again' }))
    await waitFor(() => expect(organisation().value).toBe('Acme Analytics'))
    expect(notice()).toBeUndefined()
  })

  test.each([
    [429, 'Not today.'],
    [500, undefined],
  ])('the server’s text follows below where it is a refusal: %i', async (status, detail) => {
    refused(status, { error: 'Not today.', message: 'Not today.' })
    await expectToast(detail, openApp('/invite/a-token').address)
  })
})
