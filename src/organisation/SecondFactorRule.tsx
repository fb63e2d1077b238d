import { Link } from '@tanstack/react-router'
import { type ReactNode, useId, useState } from 'react'
import {
  asks,
  isLooser,
  type SecondFactorRule as Rule,
  secondFactorDays,
  secondFactorRules,
} from '../../contract/second-factor-rule'
import { ifFailed, isAboutCode } from '../api/errors'
import { dayFromNow } from '../billing/days'
import { CodeDialog } from '../session/CodeDialog'
import { useFormMutation } from '../session/use-form-mutation'
import { Avatar } from '../ui/Avatar'
import { Tag } from '../ui/Badge'
import { Card } from '../ui/Card'
import { Section } from '../ui/cards/Section'
import { Form } from '../ui/forms/Form'
import { showToast } from '../ui/toasts/toast'
import { FormSkeleton } from './FormSkeleton'
import { changeRuleMutation } from './mutations'
import type { OrganisationDetails } from './queries'
import type { TypedText } from './typed-text'

const title = 'Who must use two-factor authentication'

interface SecondFactorRuleProps extends TypedText {
  organisation: OrganisationDetails | undefined
}

/** The form of the rule about second factors (D138). Shows nothing if the server has no such rule. */
export function SecondFactorRule({ organisation, ...typed }: SecondFactorRuleProps) {
  if (organisation?.second_factor === null) return null
  return (
    <Section
      id="two-factor"
      title={
        <>
          Who must use <span className="whitespace-nowrap">two-factor</span> authentication
        </>
      }
      text="They sign in with a code from an authenticator app as well, or with a passkey."
    >
      <Card isFlush>
        {organisation ? (
          <Content organisation={organisation} rule={organisation.second_factor} {...typed} />
        ) : (
          <FormSkeleton hasLabel={false} field="h-47.5" />
        )}
      </Card>
    </Section>
  )
}

const options: Readonly<Record<Rule, { name: string; text: string }>> = {
  nobody: { name: 'No one', text: 'Everyone chooses for themselves.' },
  admins: { name: 'Admins', text: 'People who see billing, the team and the audit log.' },
  everybody: { name: 'Everyone', text: 'Members too, and everyone who joins later.' },
}

const looserTexts: Readonly<Record<Rule, string>> = {
  nobody: 'Two-factor authentication is no longer required.',
  admins: 'Members no longer have to use two-factor authentication.',
  everybody: '',
}

const failureText = ifFailed('The rule was not changed.', 'the rule may have changed.')

/** @returns the day until which the people in a new rule have to set up a second factor. */
const dueDay = () => dayFromNow(secondFactorDays)

function Content({
  organisation,
  rule,
  typed,
  onType,
  onSaved,
  onDiscard,
}: TypedText & { organisation: OrganisationDetails; rule: Rule }) {
  const { second_factor_least: least, without_second_factor: without } = organisation
  const chosen = secondFactorRules.find((one) => one === typed) ?? rule
  const textId = useId()
  const [asksForCode, setAsksForCode] = useState(false)
  const change = useFormMutation(changeRuleMutation, failureText, {
    onSuccess: (_nothing, { required }) => {
      setAsksForCode(false)
      onSaved(required)
      showToast('success', doneText(required, rule))
    },
    onError: (error) => setAsksForCode(isAboutCode(error)),
  })

  const hasNone = without?.some(({ is_self }) => is_self) ?? false
  const isTightened = isLooser(rule, chosen)
  const affected = (without ?? []).filter((one) => asks(chosen, one.is_organization_admin))
  return (
    <>
      <Form
        label={title}
        check={() => ({})}
        busy={change.isPending && !asksForCode}
        refusal={!asksForCode && change.refusal}
        onSubmit={async () => chosen === rule || change.mutateAsync({ required: chosen })}
        action="Save"
        actionDisabled={hasNone}
        card={{
          isChanged: chosen !== rule,
          onDiscard() {
            onDiscard()
            change.reset()
          },
        }}
      >
        <div>
          <fieldset
            aria-describedby={textId}
            className="divide-y divide-line overflow-hidden rounded-control border border-edge"
          >
            <legend className="sr-only">{title}</legend>
            {secondFactorRules.map((one) => (
              <Option
                key={one}
                rule={one}
                isNow={one === rule}
                isChosen={one === chosen}
                isDisabled={hasNone}
                isBelowSite={least !== null && isLooser(one, least)}
                onChoose={() => {
                  change.reset()
                  onType(one)
                }}
              />
            ))}
          </fieldset>
          {/* Rendered from the start, so that changes are announced. */}
          <p id={textId} role="status" className="mt-3 text-14 text-ink-2 empty:hidden">
            {hasNone ? <OwnFirst /> : consequenceOf(rule, chosen, affected.length)}
          </p>
          {!hasNone && isTightened && affected.length > 0 && <AffectedPeople affected={affected} />}
        </div>
      </Form>
      {asksForCode && (
        <CodeDialog
          title={
            chosen === 'nobody'
              ? 'Ask no one for two-factor authentication'
              : 'Ask only admins for two-factor authentication'
          }
          busy={change.isPending}
          error={change.error}
          onProof={async (proof) => {
            if (proof === null) return setAsksForCode(false)
            await change.mutateAsync({ required: chosen, ...proof }).catch(() => {})
          }}
        />
      )}
    </>
  )
}

function OwnFirst() {
  return (
    <span>
      Turn on two-factor authentication for yourself first, in{' '}
      <Link
        to="/dashboard/profile"
        search={{ tab: 'security' }}
        hash="two-factor"
        className="rounded-6 font-semibold text-accent underline-offset-3 hover:underline pointer-coarse:inline-flex pointer-coarse:min-h-11 pointer-coarse:items-center"
      >
        Profile Settings
      </Link>
      .
    </span>
  )
}

/** @param affected the number of people whom a stricter rule gives something to do. */
function consequenceOf(rule: Rule, chosen: Rule, affected: number): ReactNode {
  if (isLooser(chosen, rule)) return looserTexts[chosen]
  if (chosen === rule) return null
  if (affected === 0) {
    return chosen === 'admins' ? 'All admins already use it.' : 'Everyone already uses it.'
  }
  return (
    <span key="others">
      <span key={affected}>{affected === 1 ? 'One person has' : `${affected} people have`}</span>
      <span> until </span>
      <strong className="font-semibold text-ink">{dueDay()}</strong>
      <span> to set it up:</span>
    </span>
  )
}

function doneText(required: Rule, before: Rule): string {
  if (isLooser(required, before)) return looserTexts[required]
  const whom = required === 'admins' ? 'All admins' : 'Everyone'
  return `${whom} must use two-factor authentication from ${dueDay()}.`
}

interface OptionProps {
  rule: Rule
  isNow: boolean
  isChosen: boolean
  isDisabled: boolean
  /** Whether the site itself requires a second factor of more people. */
  isBelowSite: boolean
  onChoose: () => void
}

function Option({ rule, isNow, isChosen, isDisabled, isBelowSite, onChoose }: OptionProps) {
  const id = useId()
  const { name, text } = options[rule]
  return (
    <label className="flex cursor-pointer items-start gap-3 px-4 py-2.75 text-14 has-checked:bg-brand-50 has-disabled:cursor-not-allowed has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-focus">
      <input
        type="radio"
        name="required"
        value={rule}
        checked={isChosen}
        disabled={isDisabled || isBelowSite}
        onChange={onChoose}
        aria-labelledby={`${id}-name`}
        aria-describedby={`${id}-text`}
        className="mt-px size-4.5 shrink-0 cursor-[inherit] appearance-none rounded-full border border-edge bg-surface outline-none checked:border-[5px] checked:border-brand-500 checked:bg-white contrast-more:checked:border-edge disabled:opacity-55"
      />
      <span className="min-w-0">
        <span className="flex items-center gap-2">
          <span id={`${id}-name`} className="font-semibold text-ink">
            {name}
          </span>
          {isNow && <Tag>Now</Tag>}
        </span>
        <span id={`${id}-text`} className="block text-13 text-ink-2">
          {isBelowSite ? 'This site requires it for admins.' : text}
        </span>
      </span>
    </label>
  )
}

const mostNamed = 6

interface AffectedPeopleProps {
  affected: NonNullable<OrganisationDetails['without_second_factor']>
}

/** People without a second factor whom the chosen rule requires one of. */
function AffectedPeople({ affected }: AffectedPeopleProps) {
  const others = affected.length - mostNamed
  return (
    <ul
      aria-label="People without two-factor authentication"
      className="mt-2.5 flex flex-wrap items-center gap-2 text-13"
    >
      {affected.slice(0, mostNamed).map(({ member_id, fullname }) => (
        <li
          key={member_id}
          className="flex min-h-8 items-center gap-2 rounded-10 border border-line py-0.75 ps-1 pe-3 font-[550] wrap-anywhere text-ink"
        >
          <Avatar name={fullname} size={24} />
          {fullname}
        </li>
      ))}
      {others > 0 && <li className="text-ink-3">{`and ${others} more`}</li>}
    </ul>
  )
}
