import { screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { call } from '../../src/api/call'
import { openAs } from '../support/render-app'
import { api } from '../support/test-api'
import { withSettings } from '../support/with-settings'

test('the product has the name of the settings; terms, privacy policy and help are where they say', async () => {
  withSettings({
    productName: 'Numbers',
    termsUrl: 'https://acme.test/terms',
    privacyUrl: '/privacy',
    supportUrl: 'mailto:help@acme.test',
  })
  await openAs('admin', '/dashboard/profile')
  await waitFor(() => expect(document.title).toBe('Profile Settings · Numbers'))
  await screen.findByText(/^© \d{4} Numbers$/)
  expect(document.body.textContent).not.toContain('Orglens')
  for (const [name, address] of [
    ['Support', 'mailto:help@acme.test'],
    ['Privacy', '/privacy'],
    ['Terms', 'https://acme.test/terms'],
  ] as const) {
    expect(screen.getByRole('link', { name }).getAttribute('href')).toBe(address)
  }
})

test('calls go to the API’s address in the settings', async () => {
  withSettings({ apiBaseUrl: 'https://api.acme.test/under' })
  const message = 'From there.'
  api.server.use(
    http.post('https://api.acme.test/under/api/forgot-password/', () =>
      HttpResponse.json({ message }),
    ),
  )
  expect(await call('forgotPassword', { email: 'ada@acme.test' })).toEqual({ message })
})
