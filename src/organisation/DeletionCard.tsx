import { Check, Clock, type LucideIcon, Mail, Trash2, X } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Profile } from '../../contract/profile'
import { formatDay, oneDay } from '../billing/days'
import { formatWhen } from '../lib/format-when'
import { visitorLocale } from '../lib/visitor-locale'
import { useFetchedProfile } from '../profile/queries'
import { Card, CardHead } from '../ui/Card'
import { When } from '../ui/When'
import type { OrganisationDetails } from './queries'

interface DeletionCardProps {
  organisation: OrganisationDetails
  deletion: NonNullable<Profile['organization']['deletion']>
}

/** The consequences of a requested deletion, and anything that delays it once it is due (D140). */
export function DeletionCard({ organisation, deletion }: DeletionCardProps) {
  const { name, slug, people, invitations } = organisation
  const { due_at, requested_at, state } = deletion
  const profile = useFetchedProfile()
  const plan = profile?.organization.subscription_plan
  const isWaiting = state === 'waiting'
  const reminder = new Date(Date.parse(due_at) - oneDay).toISOString()
  return (
    <Card isFlush>
      <CardHead
        title={isWaiting ? `What happens until ${formatDay(due_at)}` : 'What happens now'}
        text={
          isWaiting
            ? `‘Keep ${name}’ cancels the deletion${plan && organisation.renews_when_kept ? `, and ${plan.name} renews again` : ''}.`
            : 'It can no longer be undone.'
        }
      />
      <div className="grid grid-cols-1 gap-x-16 gap-y-7 px-4 pb-4 sm:px-6 sm:pb-6 lg:grid-cols-[minmax(0,36rem)_minmax(0,1fr)]">
        <ol className="text-14">
          <Step
            icon={Check}
            look="bg-ok-bg text-ok"
            when={<When at={requested_at}>{(now) => formatWhen(requested_at, now)}</When>}
            title={
              !plan
                ? 'You can’t buy a plan'
                : plan.ends_at
                  ? `${plan.name} no longer renews`
                  : `${plan.name} may still be charged`
            }
          >
            {plan ? 'You can’t buy another plan. Everyone got an email.' : 'Everyone got an email.'}
          </Step>
          <Step icon={Clock} when="For seven days" title="Everything works as before">
            Anyone who wants to keep their data can download it in ‘Profile Settings’.
          </Step>
          <Step icon={Mail} when={formatDay(reminder)} title="Everyone gets another email" />
          <Step
            icon={Trash2}
            look="bg-bad-bg text-bad"
            when={moment(due_at)}
            title={isWaiting ? `${name} is deleted` : `${name} is being deleted`}
          >
            {isWaiting
              ? `${plan ? `${plan.name} ends first. ` : ''}Admins get all receipts by email, as CSV.`
              : waitingText(organisation)}
          </Step>
        </ol>
        <div className="text-14 text-ink-2">
          <List title="Deleted for good" icon={X} look="text-bad">
            {[
              `${counted(people.all, 'account')}${invitations > 0 ? ` and ${counted(invitations, 'invitation')}` : ''}`,
              'The links to your dashboards',
              'The audit log and all receipts',
            ]}
          </List>
          <List title="What stays" icon={Check} look="text-ok">
            {['Your payments, at the payment provider', `The address ${slug}, retired for good`]}
          </List>
        </div>
      </div>
    </Card>
  )
}

/** Formats an instant in the reader's zone: '30 November, 18:20'. */
function moment(instant: string): string {
  const date = new Date(instant)
  const day = date.toLocaleDateString(visitorLocale(), { day: 'numeric', month: 'long' })
  return `${day}, ${date.toLocaleTimeString(visitorLocale(), { timeStyle: 'short' })}`
}

const counted = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`

function waitingText({ waits_for }: OrganisationDetails): string {
  switch (waits_for) {
    case 'provider':
      return 'The payment provider has to confirm first that your plan has ended, and what you paid. We’ll keep asking until it does.'
    case 'refund':
      return 'You’re owed a refund, which comes first.'
    default:
      return 'This takes a few minutes. Admins get all receipts by email, as CSV.'
  }
}

interface StepProps {
  icon: LucideIcon
  look?: string
  when: ReactNode
  title: string
  children?: ReactNode
}

const usualLook = 'bg-sunken text-ink-2 dark:bg-raised'

function Step({ icon: Icon, look = usualLook, when, title, children }: StepProps) {
  return (
    <li className="relative flex gap-4 pb-5.5 before:absolute before:inset-y-0 before:start-4.5 before:w-px before:bg-line last:pb-0 last:before:hidden">
      <span className={`relative grid size-9 shrink-0 place-items-center rounded-control ${look}`}>
        <Icon className="size-4" aria-hidden="true" />
      </span>
      <div className="min-w-0">
        <p className="text-12h text-ink-3">{when}</p>
        <h3 className="mt-0.5 font-semibold wrap-anywhere text-ink">{title}</h3>
        {children && <p className="mt-0.5 text-ink-2 wrap-anywhere">{children}</p>}
      </div>
    </li>
  )
}

interface ListProps {
  title: string
  icon: LucideIcon
  look: string
  children: readonly string[]
}

function List({ title, icon: Icon, look, children }: ListProps) {
  return (
    <div className="not-last:mb-5.5">
      <h3 className="text-12h font-semibold text-ink">{title}</h3>
      <ul className="mt-2 space-y-2.5">
        {children.map((text) => (
          <li key={text} className="flex items-start gap-2.5 wrap-anywhere">
            <Icon className={`mt-0.75 size-3.5 shrink-0 ${look}`} aria-hidden="true" />
            {text}
          </li>
        ))}
      </ul>
    </div>
  )
}
