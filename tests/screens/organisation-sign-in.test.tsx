import { fireEvent, screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, test } from 'vitest'
import { calls } from '../../contract/calls'
import { demoAdmin } from '../../server/demo/demo'
import { failureLines } from '../support/failure-lines'
import { holdAnswer } from '../support/held-answer'
import { openApp } from '../support/render-app'
import { api } from '../support/test-api'

const found = 'Organization exists. Please enter your login details.'
const missing = 'This organization does not exist'
const unchecked = 'Error checking organization. Please try again later.'
const check = 'POST /api/organisation_exist/'

const slug = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Slug' })
const submit = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Submit' })
const email = () => screen.getByLabelText<HTMLInputElement>('Email')

/** Opens the organisation page and types a slug. */
async function typed(text: string, at = '/orginisation') {
  const app = openApp(at)
  await screen.findByRole('heading', { name: 'Your organization' })
  await app.user.clear(slug())
  if (text) await app.user.type(slug(), text)
  return app
}

describe('the organisation', () => {
  test('comes first: the credentials’ form shows once it is known to exist', async () => {
    const { user, address } = await typed('acme-analytics')
    expect(screen.queryByLabelText('Email')).toBeNull()
    expect(screen.queryByLabelText('Password')).toBeNull()
    expect(api.requests).toEqual([])

    await user.click(submit())
    expect((await screen.findByText(found)).closest('[role="status"]')).not.toBeNull()
    email()
    screen.getByLabelText('Password')
    screen.getByRole('button', { name: 'Sign In' })
    expect(screen.queryByRole('textbox', { name: 'Slug' })).toBeNull()
    expect(address()).toBe('/orginisation/acme-analytics')
    expect(api.requests).toEqual([check])
  })

  test.each([
    'ACME-Analytics',
    ' acme-analytics ',
    'https://orglens.example.test/orginisation/acme-analytics',
    'http://localhost:3000/acme-analytics/?from=mail#top',
  ])('may be typed or pasted as %j', async (text) => {
    const { user, address } = await typed(text)
    await user.click(submit())
    await screen.findByText(found)
    expect(address()).toBe('/orginisation/acme-analytics')
  })

  test.each(['', '  ', '/'])('is required: %j', async (text) => {
    const { user } = await typed(text)
    await user.click(submit())
    expect(await failureLines()).toEqual(['Please enter your organization.'])
    expect(document.activeElement).toBe(slug())
    expect(api.requests).toEqual([])
  })

  test('shows an error if it does not exist, and keeps and focuses the text', async () => {
    const { user } = await typed('nobody')
    await user.click(submit())
    expect(await failureLines()).toEqual([missing])
    expect(slug().value).toBe('nobody')
    expect(slug().getAttribute('aria-invalid')).toBe('true')
    expect(document.activeElement).toBe(slug())
    expect(screen.queryByLabelText('Email')).toBeNull()

    // It may have been founded meanwhile.
    await user.click(submit())
    await waitFor(() => expect(api.requests).toEqual([check, check]))
    expect(await failureLines()).toEqual([missing])

    await user.clear(slug())
    await user.type(slug(), 'acme-analytics{Enter}')
    await screen.findByText(found)
    expect(screen.queryByText(missing)).toBeNull()
  })

  test.each([500, 'network'] as const)(
    'that cannot be checked (%s) is not said to be missing, and can be checked again',
    async (kind) => {
      api.faults = { latency: 0, failures: { checkOrganisation: kind } }
      const { user } = await typed('acme-analytics')
      await user.click(submit())
      expect((await failureLines())[0]).toBe(unchecked)
      expect(api.requests).toEqual([check])
      expect(slug().value).toBe('acme-analytics')
      expect(submit().getAttribute('aria-disabled')).toBeNull()
      expect(screen.queryByLabelText('Email')).toBeNull()

      api.faults = { latency: 0, failures: {} }
      await user.click(submit())
      await screen.findByText(found)
    },
  )
})

describe('the address of an organisation', () => {
  test.each(['/orginisation/acme-analytics', '/acme-analytics', '/organisation/acme-analytics/'])(
    '%s is checked at once',
    async (from) => {
      const { address } = openApp(from)
      await screen.findByText(found)
      expect(address()).toBe('/orginisation/acme-analytics')
      expect(api.requests).toEqual([check])
    },
  )

  test('fills the slug in while it is checked', async () => {
    const answer = holdAnswer(calls.checkOrganisation)
    openApp('/orginisation/acme-analytics')
    const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Slug' })
    expect(field.value).toBe('acme-analytics')
    expect(submit().getAttribute('aria-disabled')).toBe('true')
    expect(submit().getAttribute('aria-busy')).toBe('true')
    fireEvent.submit(screen.getByRole('form', { name: 'Organization' }))
    await answer()
    await screen.findByText(found)
    expect(api.requests).toEqual([check])
  })

  test('starts afresh for another organisation', async () => {
    const { user, goTo } = openApp('/orginisation/acme-analytics')
    await screen.findByText(found)
    await user.type(email(), demoAdmin.email)
    await goTo('/orginisation/nobody')
    expect(await failureLines()).toEqual([missing])
    expect(slug().value).toBe('nobody')
    await goTo('/orginisation/nobody-else')
    await waitFor(() => expect(slug().value).toBe('nobody-else'))
  })

  test.each(['/acme', '/orginisation/acme'])(
    'that was its former one (%s) gives way to the present one',
    async (from) => {
      api.server.use(
        http.post('*/api/organisation_exist/', async ({ request }) => {
          const asked = (await request.json()) as { organisation_url: string }
          const isFormer = asked.organisation_url === 'acme'
          return HttpResponse.json({ exists: true, ...(isFormer && { slug: 'acme-labs' }) })
        }),
      )
      const { address, goBack } = openApp(from)
      await screen.findByText(found)
      expect(address()).toBe('/orginisation/acme-labs')
      goBack()
      expect(address()).toBe('/orginisation/acme-labs')
    },
  )

  test('can be changed once it is found', async () => {
    const { user, address } = openApp('/orginisation/acme-analytics')
    await screen.findByText(found)
    await user.click(screen.getByRole('link', { name: 'Change' }))
    expect((await screen.findByRole<HTMLInputElement>('textbox', { name: 'Slug' })).value).toBe('')
    expect(address()).toBe('/orginisation')
  })
})
