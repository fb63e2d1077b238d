import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { calls, type ResponseOf } from '../../contract/calls'
import { demoMember } from '../../server/demo/demo'
import { call } from '../../src/api/call'
import { holdAnswer } from '../support/held-answer'
import { openApp, signedInAs } from '../support/render-app'
import { lose, refuse, respond } from '../support/respond'
import { securedAdmin } from '../support/second-factor'
import { toasted } from '../support/toasts'
import { withSettings } from '../support/with-settings'

type Details = ResponseOf<'getOrganisation'>

const page = '/dashboard/organisation'
const title = 'Who must use two-factor authentication'

beforeEach(async () => {
  withSettings({ isOurServer: true, hasTwoFactor: true, timeZone: 'UTC' })
  await signedInAs('admin')
})

async function opened() {
  const app = openApp(page)
  await screen.findByRole('radio', { name: 'No one' })
  return app
}

/** From here on the server says this of the organisation, whatever is changed. */
async function serve(changes: Partial<Details>) {
  const details = await call('getOrganisation', undefined)
  respond('getOrganisation', { ...details, ...changes })
}

const option = (name: string) => screen.getByRole<HTMLInputElement>('radio', { name })
const save = () => within(form()).getByRole<HTMLButtonElement>('button', { name: 'Save' })
const form = () => screen.getByRole('form', { name: title })
const status = () => within(form()).getAllByRole('status')[0]?.textContent
/** The people whom the chosen rule gives something to do, without their initials. */
const named = () =>
  within(form())
    .queryAllByRole('listitem')
    .map((one) => one.lastChild?.textContent)
const inForce = () =>
  screen
    .getAllByRole('radio')
    .filter((one) => one.closest('label')?.textContent?.includes('Now'))
    .map((one) => (one as HTMLInputElement).value)

describe('the rule about a second factor', () => {
  test('says whom a stricter one concerns and by when, and is saved', async () => {
    await securedAdmin()
    const { user } = await opened()
    expect(option('No one').checked).toBe(true)
    expect([inForce(), status()]).toEqual([['nobody'], ''])
    await user.click(option('Admins'))
    expect(named()).toEqual(['Mei Tanaka'])
    expect(option('Admins').closest('label')?.textContent).toBe(
      'AdminsPeople who see billing, the team and the audit log.',
    )
    expect(status()).toMatch(/^One person has until .+ \d{4} to set it up:$/)
    await user.click(option('Everyone'))
    expect(named()).toContain(demoMember.fullName)
    expect(status()).toMatch(/^3 people have until .+ \d{4} to set it up:$/)
    // The answer itself says enough.
    const release = holdAnswer(calls.getOrganisation)
    await user.click(save())
    await screen.findByText(/^Everyone must use two-factor authentication from .+ \d{4}\.$/)
    expect([inForce(), status()]).toEqual([['everybody'], ''])
    expect(named()).toEqual([])
    await release()
    expect((await call('getOrganisation', undefined)).second_factor).toBe('everybody')
  })

  test('that is looser asks for a code', async () => {
    const { phone } = await securedAdmin()
    await call('changeSecondFactorRule', { required: 'everybody' })
    const { user } = await opened()
    await user.click(option('No one'))
    expect(status()).toBe('Two-factor authentication is no longer required.')
    await user.click(save())
    const name = 'Ask no one for two-factor authentication'
    const dialog = within(await screen.findByRole('dialog', { name }))
    await user.type(dialog.getByLabelText('Code'), phone.next())
    await user.click(dialog.getByRole('button', { name: 'Continue' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await toasted('success', 'Two-factor authentication is no longer required.')
    expect(inForce()).toEqual(['nobody'])
  })

  test('can’t be changed by an admin without a second factor, and the page says where to set one up', async () => {
    await opened()
    expect(screen.getAllByRole<HTMLInputElement>('radio').every(({ disabled }) => disabled)).toBe(
      true,
    )
    expect(status()).toBe(
      'Turn on two-factor authentication for yourself first, in Profile Settings.',
    )
    expect(screen.getByRole('link', { name: 'Profile Settings' }).getAttribute('href')).toBe(
      '/dashboard/profile?tab=security#two-factor',
    )
  })

  test('of the site can’t be loosened, and where all have one nobody is named', async () => {
    await securedAdmin()
    await serve({
      second_factor: 'admins',
      second_factor_least: 'admins',
      without_second_factor: [],
    })
    const { user } = await opened()
    expect([option('No one').disabled, option('Admins').disabled]).toEqual([true, false])
    screen.getByText('This site requires it for admins.')
    await user.click(option('Everyone'))
    expect(status()).toBe('Everyone already uses it.')
  })

  test('names six people, and counts the others', async () => {
    await securedAdmin()
    const people = Array.from({ length: 8 }, (_, index) => ({
      member_id: `${index}`,
      fullname: `Person ${index}`,
      is_organization_admin: index === 0,
      is_self: false,
    }))
    await serve({ without_second_factor: people })
    const { user } = await opened()
    await user.click(option('Everyone'))
    const six = Array.from({ length: 6 }, (_, index) => `Person ${index}`)
    expect(named()).toEqual([...six, 'and 2 more'])
    await user.click(option('Admins'))
    expect(named()).toEqual(['Person 0'])
    await user.click(screen.getByRole('button', { name: 'Discard' }))
    expect([named(), status()]).toEqual([[], ''])
  })

  test('is read again when the answer is lost, and a refusal says why', async () => {
    await securedAdmin()
    const { user } = await opened()
    const why = 'This rule was changed too often. Please try again in 5 hours.'
    refuse('changeSecondFactorRule', 429, why)
    await user.click(option('Everyone'))
    await user.click(save())
    await screen.findByText('The rule was not changed.')
    screen.getByText(why)
    lose('changeSecondFactorRule')
    await serve({ second_factor: 'everybody' })
    await user.click(save())
    await screen.findByText('We couldn’t confirm it: the rule may have changed. Please check.')
    await waitFor(() => expect(inForce()).toEqual(['everybody']))
  })
})
