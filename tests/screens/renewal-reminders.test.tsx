import { screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import type { ProfileUpdate } from '../../contract/profile'
import { profileExample, profileUpdateExample } from '../support/examples'
import { openApp, signedInAs } from '../support/render-app'
import { api } from '../support/test-api'
import { withSettings } from '../support/with-settings'

/** The switch of the reminders of renewals, in the profile's form (D113). */

const label = 'Mail me 14 and 3 days before a yearly plan renews'
const field = () => screen.getByLabelText<HTMLInputElement>(label)

/** Opens the form. @returns what the server is sent. */
async function opened() {
  let stored = profileExample()
  const updates: ProfileUpdate[] = []
  api.server.use(
    http.get('*/api/profile/', () => HttpResponse.json(stored)),
    http.put('*/api/profile/', async ({ request }) => {
      const update = (await request.json()) as ProfileUpdate
      updates.push(update)
      stored = { ...stored, renewal_reminders: update.renewal_reminders ?? null }
      return HttpResponse.json(stored)
    }),
  )
  const app = openApp('/dashboard/profile')
  await screen.findByRole('form', { name: 'Update Profile' })
  return { ...app, updates }
}

beforeEach(async () => {
  withSettings({ isOurServer: true })
  await signedInAs('admin')
})

test('an admin switches them off, and they stay so', async () => {
  const { user, updates } = await opened()
  expect(field().checked).toBe(true)
  await user.click(field())
  await user.click(screen.getByRole('button', { name: 'Update Profile' }))
  await screen.findByText('Profile updated successfully!')
  expect(updates).toEqual([{ ...profileUpdateExample(), renewal_reminders: false }])
  expect(field().checked).toBe(false)
})

const ofMember = profileExample({ renewal_reminders: null })

test.each([
  ['a member', true, ofMember],
  ['a user of another server', false, profileExample()],
])('%s has none', async (_whom, isOurServer, profile) => {
  withSettings({ isOurServer })
  api.server.use(http.get('*/api/profile/', () => HttpResponse.json(profile)))
  openApp('/dashboard/profile')
  await screen.findByRole('form', { name: 'Update Profile' })
  expect(screen.queryByLabelText(label)).toBeNull()
})
