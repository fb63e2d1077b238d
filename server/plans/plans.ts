import * as v from 'valibot'
import { type Currency, currencies } from '../../contract/billing'
import type { Plan, PlanLimits } from '../api/payments'
import { mistakeIn, refuseFile } from '../lib/operator-file'
import bundled from './plans.json' with { type: 'json' }

const text = v.pipe(v.string('must be text'), v.trim(), v.minLength(1, 'must not be empty'))

const price = v.strictObject({
  amount: v.pipe(
    v.number('must be a number'),
    v.safeInteger('must be a whole number of cents or paise'),
    v.minValue(1, 'must be more than nothing'),
  ),
  razorpayPlanId: text,
})

const limit = v.exactOptional(
  v.pipe(
    v.number('must be a number'),
    v.safeInteger('must be a whole number'),
    v.minValue(1, 'must be more than nothing'),
  ),
)
const limits = v.strictObject({ members: limit, dashboards: limit })

const plan = v.strictObject({
  name: text,
  tagLine: text,
  interval: v.picklist(['monthly', 'yearly'], 'must be "monthly" or "yearly"'),
  isRecommended: v.exactOptional(v.boolean('must be true or false')),
  points: v.pipe(v.array(text, 'must be a list of texts'), v.minLength(1, 'must not be empty')),
  limits: v.exactOptional(limits),
  prices: v.strictObject({ USD: price, INR: v.exactOptional(price) }),
}) satisfies v.GenericSchema<unknown, Plan>

/** The plans on offer, and the limits without a plan. */
export interface PlansOnOffer {
  plans: Plan[]
  withoutPlan: PlanLimits
}

const plansFile = v.strictObject({
  withoutPlan: v.exactOptional(limits, {}),
  plans: v.pipe(
    v.array(plan, 'must be a list of plans'),
    v.minLength(1, 'must hold at least one plan'),
  ),
})

/**
 * Reads plans from a file's contents.
 * @param source the file's name, for errors.
 * @param currency the one that every plan must have a price in.
 * @throws FileError naming each wrong plan and field.
 */
export function parsePlans(
  file: unknown,
  source: string,
  currency: Currency = 'USD',
): PlansOnOffer {
  const result = v.safeParse(plansFile, file)
  if (!result.success) {
    refuseFile(
      'plans',
      source,
      result.issues.map((issue) => mistakeIn(issue, 'plan', 'name')),
    )
  }
  const { plans, withoutPlan } = result.output
  const problems = [
    ...repeated(plans.flatMap(idsOf)).map((id) => `the razorpayPlanId "${id}" is used twice`),
    ...repeated(plans.map(titleOf)).map((title) => `there are two plans ${title}`),
    ...repeated(plans.filter((plan) => plan.isRecommended).map(({ interval }) => interval)).map(
      (interval) => `more than one ${interval} plan has isRecommended`,
    ),
    ...plans.flatMap((plan) =>
      plan.prices[currency]
        ? []
        : `plan ${titleOf(plan)} has no price in ${currency}, which is SUBSCRIPTION_CURRENCY`,
    ),
  ]
  if (problems.length > 0) refuseFile('plans', source, problems)
  return { plans, withoutPlan }
}

/** The bundled plans, which `PLANS_FILE` replaces. */
export const bundledOffer = parsePlans(bundled, 'server/plans/plans.json')
export const bundledPlans: readonly Plan[] = bundledOffer.plans

/** @returns the provider's ids of a plan, one for each currency. */
function idsOf({ prices }: Plan): string[] {
  return currencies.flatMap((currency) => prices[currency]?.razorpayPlanId ?? [])
}

/** Whether both are the same plan, in any currency. */
export function isSamePlan(one: Plan, other: Plan): boolean {
  const ids = idsOf(other)
  return idsOf(one).some((id) => ids.includes(id))
}

/** @returns the plan and currency with the provider's `id`; null: there are none. */
export function findPlan(
  plans: readonly Plan[],
  id: string,
): { plan: Plan; currency: Currency } | null {
  for (const plan of plans) {
    const currency = currencies.find((name) => plan.prices[name]?.razorpayPlanId === id)
    if (currency) return { plan, currency }
  }
  return null
}

function titleOf({ name, interval }: Plan): string {
  return `"${name}" (${interval})`
}

function repeated(texts: readonly string[]): string[] {
  return [...new Set(texts.filter((text, index) => texts.indexOf(text) !== index))]
}
