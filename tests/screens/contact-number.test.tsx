import { fireEvent, screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import type { ProfileUpdate } from '../../contract/profile'
import { profileExample } from '../support/examples'
import { openApp, signedInAs } from '../support/render-app'
import { api } from '../support/test-api'

const number = () => screen.getByLabelText<HTMLInputElement>('Contact Number')
const code = () => screen.getByLabelText<HTMLSelectElement>('Country Code')

/** What the line at the field says, in a region that was there before. */
function remark(): string | undefined {
  const id = number().getAttribute('aria-describedby')
  const line = id === null ? null : document.getElementById(id)
  expect(line?.closest('[role="status"]')).not.toBeNull()
  return line?.textContent
}

/** Opens the form over a stored number. @returns the numbers that are sent. */
async function opened(contact_number: string | null) {
  const sent: unknown[] = []
  const stored = profileExample({ contact_number })
  api.server.use(
    http.get('*/api/profile/', () => HttpResponse.json(stored)),
    http.put('*/api/profile/', async ({ request }) => {
      const update = (await request.json()) as ProfileUpdate
      sent.push(update.contact_number)
      return HttpResponse.json({ ...stored, ...update })
    }),
  )
  const { user } = openApp('/dashboard/profile')
  await screen.findByRole('form', { name: 'Update Profile' })
  return { user, sent }
}

beforeEach(() => signedInAs('member'))

describe('a number entered with its country code', () => {
  // How texts are read: `tests/unit/profile-contact-number.test.ts`.
  test('is sent with that code, pasted from wherever', async () => {
    const { user, sent } = await opened(null)
    await user.click(number())
    await user.paste('+44 20 7946 0958')
    expect(`${code().value}-${number().value}`).toBe('+44-2079460958')
    await user.click(screen.getByRole('button', { name: 'Update Profile' }))
    await waitFor(() => expect(sent).toEqual(['+44-2079460958']))
  })

  test('typed halfway is not accepted, and a message says so', async () => {
    const { user } = await opened(null)
    await user.type(number(), '+9')
    expect(number().value).toBe('+9')
    await user.tab()
    expect([code().value, number().value]).toEqual(['+91', '9'])
    expect(remark()).toBe('Please choose the country code from the list: “+” was left out.')
  })
})

describe('other input', () => {
  test('that is dropped is reported until the next digit', async () => {
    const { user } = await opened(null)
    await user.type(number(), '98a')
    expect(number().value).toBe('98')
    expect(remark()).toBe('Digits only: “a” was left out.')
    await user.type(number(), '7')
    expect(number().getAttribute('aria-describedby')).toBeNull()
    await user.paste('12345678999')
    expect(remark()).toBe('Numbers with +91 have at most 10 digits, so the rest was left out.')
  })

  test('is not interrupted while a keyboard composes it', async () => {
    await opened(null)
    fireEvent.compositionStart(number())
    fireEvent.input(number(), { target: { value: '９x' }, isComposing: true })
    expect(number().value).toBe('９x')
    fireEvent.compositionEnd(number())
    expect(number().value).toBe('9')
    expect(remark()).toContain('“x”')
  })
})
