import type { Page } from '@playwright/test'
import { demoSecret } from '../../../mocks/second-factor-scenarios'
import { demoPassword } from '../../../server/demo/demo'
import { phoneOf } from '../../support/phone'
import { asked, button, dialogOf, filled, item, type PressedButton } from './pressed-button'
import { secondFactorCard } from './two-factor'

const profile = { path: '/dashboard/profile', scenario: 'admin,subscribed,sessions:12' }
/** Somebody with an app that makes codes. */
export const withFactor = { path: '/dashboard/profile', scenario: 'admin,subscribed,two-factor:on' }
const withPasskeys = { path: '/dashboard/profile', scenario: 'admin,passkeys:2' }

/** Of the present time step, in which mock mode hasn't signed in. */
const proof = () => ({ 'Your password': demoPassword, Code: phoneOf(demoSecret).next() })
const leave = button('Leave…')
const passkeyItem = (name: string) => async (page: Page) => {
  await page.getByRole('button', { name: 'Actions for iCloud Keychain' }).click()
  return page.getByRole('menuitem', { name })
}

const withReports = { path: '/dashboard/profile', scenario: 'admin,subscribed:growth,reports:4' }
const reportItem = (report: string | RegExp, name: string) => async (page: Page) => {
  await page.getByRole('button', { name: report }).first().click()
  return page.getByRole('menuitem', { name })
}
const dashboard = { path: '/dashboard/main', scenario: 'admin,subscribed' }
const own = /^Actions for (Overview|Sales)$/
const another = /^Actions for .+ of /

/** Every button of the profile that sends a call, or asks before one is sent. */
export const profileButtons: readonly PressedButton[] = [
  {
    name: 'Send one now (a report)',
    ...withReports,
    reach: reportItem(own, 'Send one now'),
    sends: ['sendReportNow'],
    says: ['success: It is on its way'],
  },
  {
    name: 'Stop (a report)',
    ...withReports,
    reach: reportItem(own, 'Stop'),
    sends: ['removeReport'],
    says: ['success'],
  },
  {
    name: 'Stop… (another’s report)',
    ...withReports,
    reach: reportItem(another, 'Stop…'),
    sends: [],
    says: ['asks: Stop this report?'],
  },
  {
    name: 'Stop it (another’s report)',
    ...withReports,
    reach: asked(reportItem(another, 'Stop…'), 'Stop it'),
    sends: ['removeReport'],
    says: ['success'],
  },
  {
    name: 'Save (a report)',
    ...withReports,
    reach: asked(reportItem(own, 'Change…'), 'Save'),
    sends: ['changeReport'],
    says: ['success: The next mail'],
  },
  {
    name: 'Go on (a report)',
    path: '/dashboard/profile',
    scenario: 'member,reports:3',
    reach: item('Paused', 'Go on'),
    sends: ['resumeReport'],
    says: ['success: The report goes on.'],
  },
  {
    name: 'Mail me this',
    ...dashboard,
    reach: button('Mail me this'),
    sends: [],
    says: ['asks: Mail me this'],
  },
  {
    name: 'Mail me every Monday',
    ...dashboard,
    reach: asked(button('Mail me this'), 'Mail me every Monday'),
    sends: ['subscribeReport'],
    says: ['success: The first mail'],
  },
  {
    name: 'Update Profile',
    ...profile,
    reach: filled({ 'Full Name': 'Priya S' }, 'Update Profile'),
    sends: ['updateProfile'],
    says: ['success: Profile updated'],
  },
  {
    name: 'Send the link',
    path: profile.path,
    scenario: 'admin,address:unconfirmed',
    reach: button('Send the link'),
    sends: ['mailAddressLink'],
    says: ['success: A link is on its way'],
  },
  {
    name: 'Change password',
    ...profile,
    reach: filled(
      {
        'Current password': demoPassword,
        'New password': 'another-password',
        'Confirm new password': 'another-password',
      },
      'Change password',
    ),
    sends: ['changePassword'],
    says: ['success: Password changed'],
  },
  {
    name: 'Sign out (a session)',
    often: [
      { way: 'touch', pause: 0 },
      { way: 'mouse', pause: 350 },
    ],
    ...profile,
    reach: button(/^Sign out (Chrome|Safari|Firefox)/),
    sends: ['endSession'],
    says: ['success'],
  },
  {
    name: 'Sign out everywhere else',
    ...profile,
    reach: button('Sign out everywhere else'),
    sends: ['endOtherSessions'],
    says: ['success: Everywhere else'],
  },
  {
    name: 'Download…',
    ...profile,
    reach: button('Download'),
    sends: [],
    says: ['asks: Download'],
  },
  {
    name: 'Download',
    ...profile,
    reach: asked(button('Download'), filled({ Password: demoPassword }, 'Download', dialogOf)),
    sends: ['exportAccount'],
    says: ['success: Your data'],
  },
  {
    name: 'Leave…',
    often: [{ way: 'mouse', pause: 120 }],
    ...profile,
    reach: leave,
    sends: [],
    says: ['asks: Leave'],
  },
  {
    name: 'Delete my account',
    ...profile,
    reach: asked(leave, filled({ Password: demoPassword }, 'Delete my account', dialogOf)),
    sends: ['leave'],
    says: ['success: You left'],
  },
  {
    name: 'Continue (second factor)',
    ...profile,
    reach: async (page) => {
      await secondFactorCard(page).getByRole('button', { name: 'Set up' }).click()
      return await filled({ 'Your password': demoPassword }, 'Continue', secondFactorCard)(page)
    },
    sends: ['beginTwoFactor'],
  },
  { name: 'Set up', ...profile, reach: button('Set up'), sends: [] },
  { name: 'Switch off…', ...withFactor, reach: button('Switch off…'), sends: [] },
  {
    name: 'Switch off',
    ...withFactor,
    reach: async (page) => {
      await secondFactorCard(page).getByRole('button', { name: 'Switch off…' }).click()
      return await filled(proof(), 'Switch off', secondFactorCard)(page)
    },
    sends: ['removeTwoFactor'],
    says: ['success: Two-factor'],
  },
  {
    name: 'Make new codes',
    ...withFactor,
    reach: async (page) => {
      await secondFactorCard(page).getByRole('button', { name: 'New recovery codes…' }).click()
      return await filled(proof(), 'Make new codes', secondFactorCard)(page)
    },
    sends: ['renewRecoveryCodes'],
  },
  {
    name: 'Rename (a passkey)',
    ...withPasskeys,
    reach: asked(passkeyItem('Rename…'), filled({ Name: 'My phone' }, 'Rename', dialogOf)),
    sends: ['renamePasskey'],
  },
  {
    name: 'Remove… (a passkey)',
    ...withPasskeys,
    reach: passkeyItem('Remove…'),
    sends: [],
    says: ['asks: Remove iCloud Keychain?'],
  },
  {
    name: 'Remove (a passkey)',
    ...withPasskeys,
    reach: asked(passkeyItem('Remove…'), filled({ Password: demoPassword }, 'Remove', dialogOf)),
    sends: ['removePasskey'],
    says: ['success: iCloud Keychain was removed.'],
  },
]
