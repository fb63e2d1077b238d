import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, test, vi } from 'vitest'
import { demoMember, demoPassword } from '../../server/demo/demo'
import { openApp, signedInAs } from '../support/render-app'
import { api } from '../support/test-api'
import { withSettings } from '../support/with-settings'

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const alerts = () => screen.queryAllByRole('alert').map((alert) => alert.textContent)
const isMarked = (label: string) => field(label).getAttribute('aria-invalid') === 'true'
const button = (name: string) => screen.getByRole('button', { name })
const taken = 'An account with this email address already exists.'
const noAddress = 'Please enter a valid email address.'
const shortPassword = 'A password needs at least 8 characters.'

/** @returns the texts that describe a field. */
function descriptionOf(label: string): string[] {
  const ids = field(label).getAttribute('aria-describedby')?.split(' ') ?? []
  return ids.map((id) => document.getElementById(id)?.textContent ?? `nothing has the id ${id}`)
}

/** Opens the registration, fills it in, and sends it. */
async function registered(values: { Email: string; Password: string }) {
  const app = openApp('/register')
  await screen.findByRole('heading', { name: 'Create an account' })
  const { Email, Password } = values
  const typed = {
    'Full Name': 'Ada Lovelace',
    Email,
    Organisation: 'Analytical Engines',
    Password,
    'Confirm Password': Password,
  }
  for (const [label, value] of Object.entries(typed)) {
    fireEvent.change(field(label), { target: { value } })
  }
  await app.user.click(screen.getByRole('checkbox', { name: /I agree to/ }))
  await app.user.click(button('Register'))
  return app
}

/** The server refuses registrations with this. */
function refuseWith(body: object) {
  api.server.use(http.post('*/api/signup/', () => HttpResponse.json(body, { status: 422 })))
}

describe('on our own server (D79), a registration', () => {
  test('marks every field that the server refused, each with its text, and focuses the first', async () => {
    withSettings({ isOurServer: true })
    const { user } = await registered({ Email: demoMember.email, Password: 'short' })
    await screen.findByText(taken)
    expect(alerts()).toEqual([taken, shortPassword])
    expect(descriptionOf('Email')).toEqual([taken])
    expect(descriptionOf('Password')).toEqual(['At least 8 characters.', shortPassword])
    const labels = ['Full Name', 'Email', 'Organisation', 'Password', 'Confirm Password']
    expect(labels.filter(isMarked)).toEqual(['Email', 'Password'])
    await waitFor(() => expect(document.activeElement).toBe(field('Email')))
    expect(field('Password').value).toBe('short')
    expect(api.requests).toEqual(['POST /api/signup/'])

    // What is said of the last submission goes with the next, and so does where it led.
    fireEvent.change(field('Full Name'), { target: { value: '' } })
    await user.click(button('Register'))
    expect(alerts()).toEqual(['Please fill in all required fields.'])
    expect(labels.filter(isMarked)).toEqual(['Full Name'])
    expect(document.activeElement).toBe(field('Full Name'))
    fireEvent.change(field('Full Name'), { target: { value: 'Ada' } })
    fireEvent.change(field('Email'), { target: { value: 'ada@engines.test' } })
    await user.click(button('Register'))
    await waitFor(() => expect(alerts()).toEqual([shortPassword]))
    expect(labels.filter(isMarked)).toEqual(['Password'])
    expect(document.activeElement).toBe(field('Password'))
  })

  test('keeps the server’s text if the form lacks a named field', async () => {
    withSettings({ isOurServer: true })
    const error = `${noAddress} No such campaign.`
    refuseWith({ error, field_errors: { email: noAddress, campaign: 'No such campaign.' } })
    await registered({ Email: 'ada', Password: 'a long password' })
    await screen.findByText(error)
    expect(alerts()).toEqual([error])
  })
})

test('on another server a registration shows the server’s text, and marks nothing', async () => {
  await registered({ Email: demoMember.email, Password: 'short' })
  await screen.findByRole('alert')
  expect(alerts()).toEqual([`${shortPassword} ${taken}`])
  expect([isMarked('Email'), isMarked('Password')]).toEqual([false, false])
})

describe('on our own server, the catalogue’s text stays', () => {
  test('for an address taken by somebody else', async () => {
    await signedInAs('admin')
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    withSettings({ isOurServer: true })
    const { user } = openApp('/dashboard/profile')
    const email = await screen.findByLabelText('Email')
    fireEvent.change(email, { target: { value: demoMember.email } })
    const form = within(screen.getByRole('form', { name: 'Update Profile' }))
    const password = form.getByLabelText('Current password')
    fireEvent.change(password, { target: { value: demoPassword } })
    await user.click(button('Update Profile'))
    await screen.findByText(taken)
    expect(alerts()).toEqual([taken, 'Error updating profile.'])
    expect(descriptionOf('Email')).toEqual([taken])
    expect(document.activeElement).toBe(email)
    expect(log).toHaveBeenCalledWith('Error updating profile', expect.anything())
  })
})

test('a field being corrected is no longer marked; the others stay so', async () => {
  const { user } = openApp('/register')
  const form = await screen.findByRole('form', { name: 'Register' })
  await user.click(button('Register'))
  await user.type(field('Password'), 'difference-engine')
  expect([isMarked('Full Name'), isMarked('Password')]).toEqual([true, false])
  // The passwords differ now, but nobody has said to be done.
  expect(isMarked('Confirm Password')).toBe(false)
  expect(document.activeElement).toBe(field('Password'))
  for (const label of ['Full Name', 'Email', 'Organisation']) {
    within(form).getByText('Please fill in all required fields.')
    await user.type(field(label), 'x')
  }
  expect(alerts()).toEqual(['You must agree to the terms and conditions.'])
  await user.click(screen.getByRole('checkbox', { name: /I agree to/ }))
  expect(alerts()).toEqual([])
})
