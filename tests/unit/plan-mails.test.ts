import { expect, test } from 'vitest'
import {
  type PlanEnding,
  type PlanFacts,
  paymentFailedMail,
  planEndedMail,
  planEndsMail,
  planGoesOnMail,
  planReplacedMail,
  refundMail,
} from '../../server/billing/mails'
import { renewalMail } from '../../server/billing/plan/renewal-mail'
import type { MailContent } from '../../server/store/outgoing-mail'

/** `tests/api/billing-mails.test.ts` has when each goes out. */

const known = { planName: 'Growth', price: '$99.00', method: 'Visa ending in 4242' }
const unknown = { planName: 'Growth', price: null, method: null }
const reader = {
  ...{ productName: 'Orglens', fullName: 'Ada', timeZone: 'Asia/Kolkata' },
  link: 'https://app.test/dashboard/subscription',
}
/** Early in the morning there. */
const at = (day: number) => new Date(Date.UTC(2026, 3, day - 1, 20))
const paragraphs = ({ text }: MailContent) => text.split('\n\n').slice(2, -3)
const ending = (why: PlanEnding, facts: PlanFacts = known) =>
  paragraphs(planEndsMail({ ...reader, ...facts, endsAt: at(20), why }))

test('a plan that was never charged asks for the bank’s approval, and names its end', () => {
  const approve =
    'If your bank asks you to approve it, please do. The plan ends on 20 April 2026 unless the payment arrives before then.'
  expect(ending({ kind: 'never-charged' }, unknown)).toEqual([
    "The Growth plan was authorised, but its first payment hasn't arrived.",
    approve,
  ])
})

test('a failed payment is told as far as it is known, and that of a year with the only remedy left', () => {
  const failure = { at: at(1), tries: [], haltedPlanDays: 14 }
  expect(paragraphs(paymentFailedMail({ ...reader, ...unknown, ...failure }))).toEqual([
    'The payment for the Growth plan, due on 1 April 2026, failed. Your plan continues in the meantime.',
    "First, make sure that your payment method can be charged. We'll retry over the next few days.",
    "Or pay with another card: open your plan and choose 'Change payment method'. What is overdue will be charged to the new card right away.",
    expect.any(String),
  ])
  const given = { kind: 'halted', failedAt: at(1), nextChargeAt: null } as const
  expect(ending({ ...given, isYearly: true })[1]).toBe(
    "To keep the plan, open it and choose 'Subscribe again'. A new year begins, and is charged, once you pay; until then the plan stays as it is.",
  )
  expect(ending({ ...given, failedAt: null }, unknown)).toEqual([
    "The payment for the Growth plan failed. We won't try it again, or charge it later.",
    "To keep the plan, open it and choose 'Change payment method'. Nothing will be charged right away: the new card will be charged with the next period.",
    'Otherwise the plan ends on 20 April 2026.',
  ])
})

test('what an organisation keeps is told at the end of its plan, or when it will be deleted', () => {
  const ended = (deletedAt: Date | null) =>
    paragraphs(planEndedMail({ ...reader, ...known, endedAt: at(20), deletedAt }))
  const end =
    'The Growth plan of your organisation ended on 20 April 2026. Nothing more will be charged.'
  const stays = 'Your team and your data stay. You can choose a plan again at any time.'
  expect(ended(null)).toEqual([end, stays])
  expect(ended(at(21))).toEqual([end, 'Your organisation will be deleted on 21 April 2026.'])
  const stopped = { kind: 'stopped', keptUntil: null, deletedAt: at(21) } as const
  expect(ending(stopped)).toEqual([
    'The Growth plan ends on 20 April 2026. Nothing more will be charged.',
    'Your organisation will be deleted on 21 April 2026. To keep the plan, keep the organisation first.',
  ])
})

test('a plan that was bought anew is named as a new one', () => {
  const plan = 'Growth (yearly)'
  const bought = { endedAt: at(20), oldPlan: plan, newPlan: plan, hasPaidTime: false }
  const mail = planReplacedMail({ ...reader, ...known, ...bought })
  expect(paragraphs(mail)).toEqual([
    'The plan Growth (yearly) of your organisation ended on 20 April 2026, because a new Growth (yearly) was bought. Nothing more will be charged for the old plan.',
  ])
  expect(mail.text).toContain(`Open your plan:\n${reader.link}\n\nAll admins`)
  expect(mail.text).toContain('Dates are in India Standard Time.')
})

test('a renewal that the bank doesn’t ask about says what will be charged, how to stop it, and where the mail is switched off', () => {
  const method = { kind: 'card', network: null, lastDigits: null }
  const price = { interval: 'yearly', amount: 99_000, currency: 'USD', method } as const
  const about = { ...price, renewsAt: at(20), needsApproval: false, isSwitchable: true }
  const mail = renewalMail({ ...reader, planName: 'Growth', ...about })
  expect(paragraphs(mail)).toEqual([
    'The yearly Growth plan of your organisation renews on 20 April 2026: $990.00 will be charged.',
    "If you'd rather let the plan end, stop the renewal on your plan's page before that day.",
  ])
  expect(mail.text).toContain(
    "unless they have switched it off in 'Profile Settings'. Dates are in",
  )
})

test('a plan that goes on says what will be charged, as far as that is known', () => {
  const mail = { isPaid: false, unpaid: { from: at(1), until: null }, nextChargeAt: null }
  expect(paragraphs(planGoesOnMail({ ...reader, ...unknown, ...mail }))).toEqual([
    "The Growth plan of your organisation can be charged again. The plan goes on, and you don't have to do anything.",
    "1 April 2026 stays unpaid, and won't be charged later.",
    'From now on the price will be charged for each period.',
  ])
})

test('a refund says where the money comes back', () => {
  const back = (facts: PlanFacts) =>
    paragraphs(refundMail({ ...reader, ...facts, reason: 'after-the-end' }))[1]
  expect(back(known)).toMatch(/take 5 to 7 working days until it is back on Visa ending in 4242\.$/)
  expect(back(unknown)).toMatch(/working days until it is back\.$/)
})
