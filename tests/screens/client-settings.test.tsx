import { cleanup, screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { call } from '../../src/api/call'
import { openApp, signedInAs } from '../support/render-app'
import { api } from '../support/test-api'
import { withSettings } from '../support/with-settings'

const linkTo = (name: string) => screen.getByRole('link', { name }).getAttribute('href')

test('the product has the name of the settings in titles, logo and footer', async () => {
  withSettings({ productName: 'Numbers' })
  await signedInAs('admin')
  openApp('/dashboard/profile')
  await waitFor(() => expect(document.title).toBe('Profile Settings · Numbers'))
  await screen.findByText(/^© \d{4} Numbers$/)
  expect(screen.getAllByText('Numbers').length).toBeGreaterThan(0)
  expect(document.body.textContent).not.toContain('Orglens')
})

test('terms, privacy policy and help are where the settings say', async () => {
  const [termsUrl, privacyUrl] = ['https://acme.test/terms', '/privacy']
  withSettings({ termsUrl, privacyUrl, supportUrl: 'mailto:help@acme.test' })
  openApp('/register')
  await screen.findByRole('checkbox')
  expect(linkTo('terms and conditions')).toBe(termsUrl)
  expect(linkTo('privacy policy')).toBe(privacyUrl)
  cleanup()
  await signedInAs('member')
  openApp('/dashboard/profile')
  await screen.findByRole('link', { name: 'Support' })
  expect(['Support', 'Privacy', 'Terms'].map(linkTo)).toEqual([
    'mailto:help@acme.test',
    privacyUrl,
    termsUrl,
  ])
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
