import { fireEvent, screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, test, vi } from 'vitest'
import { calls } from '../../contract/calls'
import { demoMember, demoPassword } from '../../server/demo/demo'
import { failureLines } from '../support/failure-lines'
import { holdAnswer } from '../support/held-answer'
import { openApp, settled } from '../support/render-app'
import { api } from '../support/test-api'

const found = 'Organization exists. Please enter your login details.'
const missing = 'This organization does not exist'
const check = 'POST /api/organisation_exist/'
const slug = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Slug' })
const submit = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Submit' })
const email = () => screen.getByLabelText<HTMLInputElement>('Email')
const password = () => screen.getByLabelText<HTMLInputElement>('Password')
const signIn = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Sign In' })

/** Opens the organisation page, types a slug and sends it. */
async function asked(text: string) {
  const app = openApp('/orginisation')
  await screen.findByRole('heading', { name: 'Your organization' })
  await app.user.type(slug(), text)
  await app.user.click(submit())
  return app
}

describe('the organisation', () => {
  // What is read as which slug: `tests/unit/slug-of-text.test.ts`.
  test('comes first: the credentials’ form shows once it is known to exist', async () => {
    const { user, address } = await asked('/')
    expect(await failureLines()).toEqual(['Please enter your organization.'])
    expect(document.activeElement).toBe(slug())
    expect(screen.queryByLabelText('Email')).toBeNull()
    expect(api.requests).toEqual([])
    await user.clear(slug())
    await user.type(slug(), 'https://orglens.example.test/orginisation/ACME-analytics{Enter}')
    expect((await screen.findByText(found)).closest('[role="status"]')).not.toBeNull()
    email()
    expect(screen.queryByRole('textbox', { name: 'Slug' })).toBeNull()
    expect(address()).toBe('/orginisation/acme-analytics')
    expect(api.requests).toEqual([check])
    await user.click(screen.getByRole('link', { name: 'Change' }))
    await screen.findByRole('textbox', { name: 'Slug' })
  })

  test('shows an error if it does not exist, keeps and focuses the text, and can be asked again', async () => {
    const { user } = await asked('nobody')
    expect(await failureLines()).toEqual([missing])
    expect(slug().value).toBe('nobody')
    expect(slug().getAttribute('aria-invalid')).toBe('true')
    expect(document.activeElement).toBe(slug())
    // It may have been founded meanwhile.
    await user.click(submit())
    await waitFor(() => expect(api.requests).toEqual([check, check]))
    expect(await failureLines()).toEqual([missing])
  })

  test('that cannot be checked is not said to be missing, and can be checked again', async () => {
    api.faults = { latency: 0, failures: { checkOrganisation: 'network' } }
    const { user } = await asked('acme-analytics')
    expect(await failureLines()).toEqual(['Error checking organization. Please try again later.'])
    expect(slug().value).toBe('acme-analytics')
    api.faults = { latency: 0, failures: {} }
    await user.click(submit())
    await screen.findByText(found)
  })
})

describe('the address of an organisation', () => {
  test('fills the slug in, and is checked at once', async () => {
    const answer = holdAnswer(calls.checkOrganisation)
    const { goTo } = openApp('/orginisation/acme-analytics')
    const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Slug' })
    expect(field.value).toBe('acme-analytics')
    expect(submit().getAttribute('aria-busy')).toBe('true')
    fireEvent.submit(screen.getByRole('form', { name: 'Organization' }))
    await answer()
    await screen.findByText(found)
    expect(api.requests).toEqual([check])
    await goTo('/orginisation/nobody')
    expect(await failureLines()).toEqual([missing])
    expect(slug().value).toBe('nobody')
  })

  test('that was its former one gives way to the present one', async () => {
    api.server.use(
      http.post('*/api/organisation_exist/', async ({ request }) => {
        const { organisation_url: url } = (await request.json()) as { organisation_url: string }
        return HttpResponse.json({ exists: true, ...(url === 'acme' && { slug: 'acme-labs' }) })
      }),
    )
    const { address, goBack } = openApp('/acme')
    await screen.findByText(found)
    expect(address()).toBe('/orginisation/acme-labs')
    goBack()
    expect(address()).toBe('/orginisation/acme-labs')
  })
})

describe('signing in there', () => {
  /** Fills the credentials in, and sends them. */
  async function sent(address: string, secret: string) {
    const app = openApp('/orginisation/acme-analytics')
    await screen.findByText(found)
    await app.user.type(email(), address)
    await app.user.type(password(), secret)
    api.requests.length = 0
    await app.user.click(signIn())
  }

  test('stores a session that is kept, and opens the dashboard as a new document', async () => {
    await sent(` ${demoMember.email.toUpperCase()} `, demoPassword)
    await waitFor(() =>
      expect(vi.mocked(window.location.replace).mock.calls).toEqual([['/dashboard/default']]),
    )
    expect(localStorage.getItem('accessToken')).toMatch(/^eyJ/)
    expect(localStorage.getItem('isOrganizationAdmin')).toBe('false')
    expect(localStorage.getItem('sessionNotKept')).toBeNull()
    expect(signIn().getAttribute('aria-disabled')).toBe('true')
    fireEvent.submit(screen.getByRole('form', { name: 'Sign in to your organization' }))
    await settled()
    expect(api.requests).toEqual(['POST /api/login/'])
  })

  test('ends with the browser if ‘Keep me logged in’ is unticked', async () => {
    const { user } = openApp('/orginisation/acme-analytics')
    await screen.findByText(found)
    await user.type(email(), demoMember.email)
    await user.type(password(), demoPassword)
    await user.click(screen.getByRole('checkbox', { name: 'Keep me logged in' }))
    await user.click(signIn())
    await waitFor(() => expect(localStorage.getItem('sessionNotKept')).not.toBeNull())
  })

  test.each([
    ['an unknown address', 'nobody@acme.test', demoPassword],
    ['a wrong password', demoMember.email, 'not-the-password'],
  ])('fails with the same text for %s, and keeps the input', async (_, address, secret) => {
    await sent(address, secret)
    expect(await failureLines()).toEqual(['Login failed. Please check your credentials.'])
    expect(screen.queryByText(found)).toBeNull()
    expect([email().value, password().value]).toEqual([address, secret])
    expect(localStorage.getItem('accessToken')).toBeNull()
  })
})
