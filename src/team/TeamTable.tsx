import { useQuery } from '@tanstack/react-query'
import { Users } from 'lucide-react'
import { useMemo } from 'react'
import type { Profile } from '../../contract/profile'
import { PaymentGoesOn } from '../billing/PaymentGoesOn'
import { useRefetchWhile } from '../lib/use-refetch-while'
import { useRetryableQuery } from '../lib/use-retryable-query'
import { profileQuery } from '../profile/queries'
import { CodeDialog } from '../session/CodeDialog'
import { ConfirmDialog } from '../ui/dialogs/ConfirmDialog'
import { useFocusHandOver } from '../ui/focus'
import { TableCard } from '../ui/table/TableCard'
import { useSortInAddress } from '../ui/table/use-sort-in-address'
import { placesText } from './places'
import { teamQuery } from './queries'
import { TeamRowMenu } from './TeamRowMenu'
import { teamColumns, teamCsv, teamLayout } from './team-columns'
import { rowsOf } from './team-rows'
import {
  type GuardedChange,
  subjectOf,
  type UnconfirmedChange,
  useTeamChange,
} from './use-team-change'

/** The organisation's members and invitations, with a menu for each. */
export default function TeamTable() {
  const { data: team, isPending, retry } = useRetryableQuery(teamQuery)
  const { data: profile } = useQuery(profileQuery)
  const organisation = profile?.organization.name
  const rows = useMemo(() => team && rowsOf(team), [team])
  const { busy, asked, guarded, begin, answer, giveProof } = useTeamChange()
  const sorting = useSortInAddress()
  // Mails in transit.
  const waiting = team?.invitations.filter(({ state }) => state === 'waiting')
  const sinceWhen = waiting?.map(({ invitation_id, state_since }) => invitation_id + state_since)
  useRefetchWhile(teamQuery, sinceWhen?.join())

  useFocusHandOver(rows)

  return (
    <>
      <TableCard
        title="Team"
        text={team ? placesText(team.places) : 'Who is in your organisation, and who is invited'}
        query={{ data: rows, isPending, retry }}
        failure="The team could not be loaded"
        empty={{
          icon: Users,
          title: 'Nobody here yet',
          text: 'Whoever joins your organisation is listed here.',
        }}
        columns={teamColumns}
        actions={(row) => (
          <TeamRowMenu
            row={row}
            organisation={organisation}
            busy={busy.includes(row.id)}
            onChoose={begin}
          />
        )}
        csv={teamCsv}
        {...sorting}
        // Members in the order in which they joined, then invitations.
        sortedFirst="status"
        rowId={({ id }) => id}
        layout={teamLayout}
      />
      {asked && <AskFirst change={asked} profile={profile} onAnswer={answer} />}
      {guarded && (
        <CodeDialog
          title={whatOf(guarded.change)}
          busy={busy.length > 0}
          error={guarded.error}
          onProof={giveProof}
        />
      )}
    </>
  )
}

/** @returns what a code is asked for. */
function whatOf(change: GuardedChange): string {
  const name = subjectOf(change)
  if (change.kind === 'remove') return `Remove ${name}`
  if (change.kind === 'reset-second-factor') return `Reset two-factor authentication for ${name}`
  return change.isAdmin ? `Make ${name} an admin` : `Make ${name} a member`
}

interface AskFirstProps {
  change: UnconfirmedChange
  profile: Profile | undefined
  onAnswer: (isWanted: boolean) => void
}

function AskFirst({ change, profile, onAnswer }: AskFirstProps) {
  const name = subjectOf(change)
  const organisation = profile?.organization.name
  const answers = { onRefuse: () => onAnswer(false), onConfirm: () => onAnswer(true) }
  if (change.kind === 'reset-second-factor') {
    return (
      <ConfirmDialog
        {...answers}
        title={`Reset two-factor authentication for ${name}?`}
        refusal="Keep it on"
        confirmation="Reset it"
        look="danger"
      >
        <p>
          {name} then signs in with the password alone. Do it only if you are sure that it is {name}{' '}
          who asks: call back, for example.
        </p>
      </ConfirmDialog>
    )
  }
  return change.kind === 'remove' ? (
    <ConfirmDialog
      {...answers}
      title={organisation ? `Remove ${name} from ${organisation}?` : `Remove ${name}?`}
      refusal="Keep member"
      confirmation="Remove member"
      look="danger"
    >
      <p>
        This deletes their account and signs them out everywhere. Invitations that {name} sent and
        nobody has accepted stop working. {name} can be invited again.
      </p>
      <PaymentGoesOn profile={profile} member={{ member_id: change.member.member_id, name }} />
    </ConfirmDialog>
  ) : (
    <ConfirmDialog
      {...answers}
      title={`Revoke the invitation for ${name}?`}
      refusal="Keep invitation"
      confirmation="Revoke invitation"
      look="danger"
    >
      <p>The link stops working, even if it was opened. {name} can be invited again.</p>
    </ConfirmDialog>
  )
}
