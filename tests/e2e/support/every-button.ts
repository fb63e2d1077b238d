import { expect, type Page } from '@playwright/test'
import type { CallName } from '../../../contract/calls'
import { demoSecret } from '../../../mocks/second-factor-scenarios'
import { demoAdmin, demoMember, demoPassword } from '../../../server/demo/demo'
import { phoneOf } from '../../support/phone'
import { checkout, planCard } from './billing'
import { asked, button, dialogOf, filled, item, type PressedButton } from './pressed-button'
import { profileButtons, withFactor } from './profile-buttons'

const team = { path: '/dashboard/invite-team', scenario: 'admin,subscribed,invitation:expired' }
const organisation = { path: '/dashboard/organisation', scenario: 'admin' }
const plan = { path: '/dashboard/subscription', scenario: 'admin,subscribed' }
const billed = { path: plan.path, scenario: 'admin,subscribed,buyer:india' }
const pricing = { path: '/dashboard/pricing', scenario: 'admin' }

const cancel = button('Cancel')
const changeAddress = filled({ Address: 'acme-labs' }, 'Change address…')
const change = button('Change payment method')
const rule = (name: string) => async (page: Page) => {
  const form = page.getByRole('form', { name: 'Who must use two-factor authentication' })
  await form.getByRole('radio', { name, exact: true }).check()
  return form.getByRole('button', { name: 'Save' })
}

/** The form of a buyer, filled in. */
const company = async (page: Page) => {
  const form = page.getByRole('form', { name: 'Billed to' })
  await form.getByLabel('Country').selectOption('Germany')
  const texts = { 'Legal name': 'Acme GmbH', Address: 'Torstraße 1', City: 'Berlin' }
  return await filled({ ...texts, 'Postal code': '10115' }, 'Save', () => form)(page)
}

/** Every button of the app that sends a call, or asks before one is sent. */
export const buttonsOf: Readonly<Record<string, readonly PressedButton[]>> = {
  'the signed-out pages': [
    {
      name: 'Sign In',
      often: [{ way: 'mouse', pause: 350 }],
      path: '/signin',
      reach: filled({ Email: demoAdmin.email, Password: demoPassword }, 'Sign In'),
      sends: ['login'],
    },
    {
      name: 'Register',
      path: '/register',
      reach: async (page) => {
        await page.getByRole('checkbox').check()
        const password = { Password: demoPassword, 'Confirm Password': demoPassword }
        const person = { 'Full Name': 'Ann', Email: 'ann@new.test', Organisation: 'New' }
        return await filled({ ...person, ...password }, 'Register')(page)
      },
      sends: ['signup'],
    },
    {
      name: 'Reset Password (forgotten)',
      path: '/forgot-password',
      reach: filled({ Email: demoAdmin.email }, 'Reset Password'),
      sends: ['forgotPassword'],
    },
    {
      name: 'Reset Password (by a link)',
      path: '/reset-password/a-token',
      reach: filled(
        { 'New password': demoPassword, 'Confirm password': demoPassword },
        'Reset Password',
      ),
      sends: ['resetPassword'],
      says: ['error: Failed to reset password.'],
    },
    {
      name: 'It isn’t mine (an address)',
      path: '/confirm-address/a-token',
      reach: button('It isn’t mine'),
      sends: [],
      says: ['asks: Remove this address'],
    },
    {
      name: 'Remove it (an address)',
      path: '/confirm-address/a-token',
      reach: asked(button('It isn’t mine'), button('Remove it')),
      sends: ['releaseAddress'],
    },
    {
      name: 'Yes, confirm my address',
      path: '/confirm-address/a-token',
      scenario: 'admin',
      reach: button('Yes, confirm my address'),
      sends: ['confirmAddress'],
    },
    {
      name: 'Stop these mails (a report)',
      path: '/stop-report/a-token',
      reach: button('Stop these mails'),
      sends: ['stopReport'],
    },
    {
      name: 'Confirm (copies of receipts)',
      path: '/confirm-copy/a-token',
      reach: button('Confirm'),
      sends: ['confirmCopy'],
    },
    {
      name: 'Submit (organisation)',
      path: '/orginisation',
      reach: filled({ Slug: 'acme-analytics' }, 'Submit'),
      sends: [],
    },
    {
      name: 'Log Out',
      ...plan,
      reach: async (page) => {
        await page.getByRole('button', { name: 'Profile menu' }).click()
        return page.getByRole('menuitem', { name: 'Log Out' })
      },
      sends: ['logout'],
      loads: '/signin',
    },
  ],
  'the profile': profileButtons,
  'the team': [
    {
      name: 'Submit (invitations)',
      often: [{ way: 'key', pause: 120 }],
      ...team,
      reach: filled({ 'Enter Email(s) (comma separated)': 'new@acme.test' }, 'Submit'),
      sends: ['inviteTeamMembers'],
    },
    {
      name: 'Make admin',
      often: [{ way: 'mouse', pause: 350 }],
      ...team,
      reach: item(demoMember.email, 'Make admin'),
      sends: ['setRole'],
      says: ['success'],
    },
    {
      name: 'Send again',
      ...team,
      reach: item('late@acme.test', 'Send again'),
      sends: ['resendInvitation'],
      says: ['success'],
    },
    {
      name: 'Revoke…',
      ...team,
      reach: item('late@acme.test', 'Revoke…'),
      sends: [],
      says: ['asks: Revoke'],
    },
    {
      name: 'Revoke',
      ...team,
      reach: asked(item('late@acme.test', 'Revoke…'), 'Revoke invitation'),
      sends: ['revokeInvitation'],
      says: ['success'],
    },
    {
      name: 'Remove…',
      ...team,
      reach: item(demoMember.email, /^Remove from/),
      sends: [],
      says: ['asks: Remove'],
    },
    {
      name: 'Remove',
      often: [{ way: 'touch', pause: 350 }],
      ...team,
      reach: asked(item(demoMember.email, /^Remove from/), 'Remove member'),
      sends: ['removeMember'],
      says: ['success'],
    },
    {
      name: 'Reset two-factor authentication',
      path: team.path,
      scenario: withFactor.scenario,
      reach: asked(item(demoMember.email, /^Reset two-factor/), 'Reset it'),
      sends: ['resetTwoFactor'],
      says: ['asks: Reset two-factor authentication for'],
    },
    {
      name: 'Continue (a code)',
      path: team.path,
      scenario: withFactor.scenario,
      reach: asked(asked(item(demoMember.email, /^Reset two-factor/), 'Reset it'), (page) =>
        filled({ Code: phoneOf(demoSecret).next() }, 'Continue', dialogOf)(page),
      ),
      // First without the code, which the server then asks for.
      sends: ['resetTwoFactor', 'resetTwoFactor'],
      says: ['success'],
    },
  ],
  'the organisation': [
    {
      name: 'Change name',
      ...organisation,
      reach: filled({ 'Organisation name': 'Acme Labs' }, 'Change name'),
      sends: ['renameOrganisation'],
      says: ['success: The name is now Acme Labs.'],
    },
    {
      name: 'Change address…',
      ...organisation,
      reach: changeAddress,
      sends: [],
      says: ['asks: Change the address?'],
    },
    {
      name: 'Change address',
      often: [{ way: 'touch', pause: 120 }],
      ...organisation,
      reach: asked(changeAddress, filled({ Password: demoPassword }, 'Change address', dialogOf)),
      sends: ['changeSlug'],
      says: ['success: The address is now acme-labs.'],
    },
    {
      name: 'Save (a stricter rule)',
      ...organisation,
      scenario: 'admin,two-factor:admins',
      reach: rule('Everybody'),
      sends: ['changeSecondFactorRule'],
      says: ['success: Everybody must use two-factor authentication from'],
    },
    {
      name: 'Continue (a looser rule)',
      ...organisation,
      scenario: 'admin,two-factor:admins',
      reach: asked(rule('Nobody'), (page) =>
        filled({ Code: phoneOf(demoSecret).next() }, 'Continue', dialogOf)(page),
      ),
      // First without the code, which the server then asks for.
      sends: ['changeSecondFactorRule', 'changeSecondFactorRule'],
      says: ['success: Two-factor authentication is no longer required.'],
    },
    {
      name: 'Delete…',
      ...organisation,
      reach: button('Delete…'),
      sends: [],
      says: ['asks: Delete Acme Analytics?'],
    },
    {
      name: 'Delete on its day',
      ...organisation,
      reach: asked(
        button('Delete…'),
        filled(
          { 'To confirm, type Acme Analytics': 'Acme Analytics', Password: demoPassword },
          /^Delete on /,
          dialogOf,
        ),
      ),
      sends: ['deleteOrganisation'],
      says: ['success: Acme Analytics will be deleted on '],
    },
    {
      name: 'Keep Acme Analytics',
      ...organisation,
      scenario: 'admin,organisation:deleting',
      reach: button('Keep Acme Analytics'),
      sends: ['keepOrganisation'],
      says: ['success: Acme Analytics is kept.'],
    },
  ],
  'plans and payments': [
    {
      name: 'Subscribe Now',
      ...pricing,
      reach: (page) => planCard(page, 'Growth').getByRole('button'),
      sends: ['createSubscription'],
      says: ['asks: Orglens'],
    },
    {
      name: 'Pay now',
      often: [{ way: 'key', pause: 350 }],
      ...pricing,
      reach: asked(
        (page) => planCard(page, 'Growth').getByRole('button'),
        (page) => checkout(page).getByRole('button', { name: 'Pay now' }),
      ),
      sends: ['createSubscription', 'verifySubscription'],
      says: ['success: Subscription successfully activated.'],
    },
    {
      name: 'Subscribe Now (another plan)',
      ...plan,
      path: pricing.path,
      reach: (page) => planCard(page, 'Growth').getByRole('button'),
      sends: [],
      says: ['asks: Switch to Growth?'],
    },
    {
      name: 'Switch plan',
      often: [{ way: 'mouse', pause: 0 }],
      ...plan,
      path: pricing.path,
      reach: asked((page) => planCard(page, 'Growth').getByRole('button'), 'Switch plan'),
      sends: ['createSubscription'],
      says: ['asks: Orglens'],
    },
    {
      name: 'Cancel',
      often: [{ way: 'touch', pause: 120 }],
      ...plan,
      reach: cancel,
      sends: [],
      says: ['asks: Cancel Starter?'],
    },
    {
      name: 'Cancel plan',
      often: [{ way: 'key', pause: 0 }],
      ...plan,
      reach: asked(cancel, 'Cancel plan'),
      sends: ['cancelSubscription'],
      says: ['success: Your Starter plan was cancelled.'],
    },
    {
      name: 'Keep plan',
      ...plan,
      reach: asked(cancel, async (page) => {
        await expect(dialogOf(page).getByRole('button', { name: 'Cancel plan' })).toBeEnabled()
        return dialogOf(page).getByRole('button', { name: 'Keep plan' })
      }),
      sends: [],
    },
    {
      name: 'Stop renewing',
      often: [{ way: 'mouse', pause: 350 }],
      ...plan,
      reach: button('Stop renewing'),
      sends: ['stopRenewing'],
      says: ['success: Your Starter plan ends'],
    },
    {
      name: 'Stop renewing (instead of cancelling)',
      ...plan,
      reach: asked(cancel, 'Stop renewing'),
      sends: ['stopRenewing'],
      says: ['success: Your Starter plan ends'],
    },
    {
      name: 'Keep my plan',
      path: plan.path,
      scenario: 'admin,renewal:stopped',
      reach: button('Keep my plan'),
      sends: ['keepRenewing'],
      says: ['success: Your Starter plan renews'],
    },
    {
      name: 'Change payment method',
      ...plan,
      reach: change,
      sends: [],
      says: ['asks: Change the payment method?'],
    },
    {
      name: 'Use a new card',
      ...plan,
      reach: asked(asked(change, 'Go to checkout'), (page) =>
        checkout(page).getByRole('button', { name: 'Use a new card', exact: true }),
      ),
      sends: ['changePaymentMethod'],
      says: ['success: The payment method was changed.'],
    },
    {
      name: 'Check again',
      path: plan.path,
      scenario: 'admin,payment:pending',
      reach: button('Check again'),
      sends: ['checkPayment'],
      says: ['info'],
    },
    {
      name: 'Save (whom payments are billed to)',
      ...plan,
      reach: asked(button('Add your company…'), company),
      sends: ['changeBuyer'],
      says: ['success: The next receipt is billed to Acme GmbH.'],
    },
    {
      name: 'Bill it to Acme GmbH',
      ...plan,
      reach: async (page) => {
        await page.getByRole('button', { name: 'Add your company…' }).click()
        await (await company(page)).click()
        await page.getByRole('link', { name: /^Receipt/ }).click()
        return page.getByRole('button', { name: 'Bill it to Acme GmbH' })
      },
      sends: ['billReceipt'],
      says: ['success: The receipt is billed to Acme GmbH.'],
    },
    {
      name: 'Add (an accounting address)',
      ...billed,
      reach: asked(button('Add an address…'), filled({ 'Email address': 'new@acme.test' }, 'Add')),
      sends: ['addCopy'],
      says: ['success: We asked new@acme.test to confirm.'],
    },
    {
      name: 'Remove (an accounting address)',
      often: [{ way: 'mouse', pause: 350 }],
      ...billed,
      reach: async (page) => {
        const remove = await button(/^Remove .+@/)(page)
        // At the window's foot mock mode's panel would lie over it.
        await remove.evaluate((one) => one.scrollIntoView({ block: 'center' }))
        return remove
      },
      sends: ['removeCopy'],
      says: ['success'],
    },
  ],
}

export const everyButton = Object.values(buttonsOf).flat()

/** Calls that no button sends by itself, and why. */
export const callsWithoutButton: Partial<Record<CallName, string>> = {
  refreshToken: 'the app renews tokens by itself',
  openInvitation: 'opening the address of an invitation sends it',
  checkOrganisation: 'it changes nothing',
  confirmTwoFactor: 'the last digit of the code sends it',
  getDashboardLink: 'it changes nothing',
  previewReport: 'it changes nothing',
  unsubscribeReport: 'mail programs send it (RFC 8058)',
  // What follows needs an authenticator: `passkeys.node.spec.ts` has one.
  beginPasskeySignIn: 'the page asks for it by itself, and so does its button',
  signInWithPasskey: 'the authenticator sends it',
  beginPasskeyProof: 'the authenticator is asked by it',
  beginPasskey: 'the authenticator is asked by it',
  addPasskey: 'the authenticator sends it',
}
