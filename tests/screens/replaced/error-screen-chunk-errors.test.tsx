import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { openApp, signedInAs } from '../../support/render-app'

vi.mock('../../../src/shell/FailureDetails', () => {
  throw new Error('404')
})

test('an error screen whose code fails to load still offers a reload', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  await signedInAs('admin')
  openApp('/dashboard/no/such')
  await screen.findByRole('heading', { name: 'Unexpected Application Error!' })
  await screen.findByRole('button', { name: 'Reload this page' })
  // Nothing is waited for any more: the footer shows.
  expect(document.querySelector('[data-unsettled]')).toBeNull()
  expect(logged.mock.calls.flat()).toContain('A part of the app could not be loaded')
})
