import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { Ellipsis, Users } from 'lucide-react'
import { useMemo } from 'react'
import { PaymentGoesOn } from '../billing/PaymentGoesOn'
import { useRefetchWhile } from '../lib/use-refetch-while'
import { useRetryableQuery } from '../lib/use-retryable-query'
import { profileQuery } from '../profile/queries'
import { CodeDialog } from '../session/CodeDialog'
import { iconButtonClasses } from '../ui/button-classes'
import { Meter } from '../ui/cards/Meter'
import { ConfirmDialog } from '../ui/dialogs/ConfirmDialog'
import { MenuButton } from '../ui/menu/MenuButton'
import { Spinner } from '../ui/Spinner'
import { TableCard } from '../ui/table/TableCard'
import { useSortInAddress } from '../ui/table/use-sort-in-address'
import { idOf } from './mutations'
import { teamQuery } from './queries'
import { teamColumns, teamCsv, teamLayout } from './team-columns'
import { nameOf, peopleText, rowsOf } from './team-rows'
import { type GuardedChange, type UnconfirmedChange, useTeamChange } from './use-team-change'

const importMenu = () => import('./TeamRowMenu').then((module) => module.TeamRowMenu)

export default function TeamTable() {
  const { data: team, isPending, retry } = useRetryableQuery(teamQuery)
  const { data: profile } = useQuery(profileQuery)
  const organisation = profile?.organization.name
  const rows = useMemo(() => team && rowsOf(team), [team])
  const { busy, pendingConfirmation, guarded, begin, answer, giveProof } = useTeamChange()
  const places = team?.places
  const sorting = useSortInAddress()
  const { filter } = useSearch({ strict: false })
  // Invitations whose mails are on their way.
  const waiting = team?.invitations.filter(({ state }) => state === 'waiting')
  const sinceWhen = waiting?.map(({ invitation_id, state_since }) => invitation_id + state_since)
  useRefetchWhile(teamQuery, sinceWhen?.join())

  return (
    <>
      <TableCard
        key={filter}
        firstFilter={filter}
        title="Team"
        text={team ? peopleText(team) : 'Who is in your organisation, and who is invited'}
        query={{ data: rows, isPending, retry }}
        failure="The team could not be loaded"
        empty={{
          icon: Users,
          title: 'No one here yet',
          text: 'People who join your organisation are listed here.',
        }}
        columns={teamColumns}
        actions={(row) => {
          if ('member' in row && row.member.is_self) return null
          const isBusy = busy.includes(idOf(row))
          return (
            <MenuButton
              label={`Actions for ${nameOf(row)}`}
              importMenu={importMenu}
              menu={(Menu, wiring) => (
                <Menu {...wiring} {...{ row, organisation }} busy={isBusy} onChoose={begin} />
              )}
              className={iconButtonClasses('quiet')}
            >
              {isBusy ? <Spinner /> : <Ellipsis className="size-[18px]" />}
            </MenuButton>
          )
        }}
        csv={teamCsv}
        {...sorting}
        // Members by join date, then invitations.
        sortedFirst="status"
        rowId={idOf}
        layout={teamLayout}
        meter={
          places && (
            <Meter name="Seats" used={places.taken} held={places.reserved} limit={places.limit} />
          )
        }
      />
      {pendingConfirmation && (
        <ConfirmChange change={pendingConfirmation} organisation={organisation} onAnswer={answer} />
      )}
      {guarded && (
        <CodeDialog
          title={titleOf(guarded.change)}
          busy={busy.length > 0}
          error={guarded.error}
          onProof={giveProof}
        />
      )}
    </>
  )
}

function titleOf(change: GuardedChange): string {
  const name = nameOf(change)
  if (change.kind === 'remove') return `Remove ${name}`
  if (change.kind === 'reset-second-factor') return `Reset two-factor authentication for ${name}`
  return change.isAdmin ? `Make ${name} an admin` : `Make ${name} a member`
}

interface ConfirmChangeProps {
  change: UnconfirmedChange
  organisation: string | undefined
  onAnswer: (isWanted: boolean) => void
}

function ConfirmChange({ change, organisation, onAnswer }: ConfirmChangeProps) {
  const name = nameOf(change)
  const dialog = {
    look: 'danger-line',
    onRefuse: () => onAnswer(false),
    onConfirm: () => onAnswer(true),
  } as const
  if (change.kind === 'reset-second-factor') {
    return (
      <ConfirmDialog
        {...dialog}
        title={`Reset two-factor authentication for ${name}?`}
        refusal="Keep it on"
        confirmation="Reset it"
      >
        <p>
          {name} will then sign in with just a password. Only do this if you’re sure the request
          came from {name}: call them, for example.
        </p>
      </ConfirmDialog>
    )
  }
  return change.kind === 'remove' ? (
    <ConfirmDialog
      {...dialog}
      title={organisation ? `Remove ${name} from ${organisation}?` : `Remove ${name}?`}
      refusal="Keep member"
      confirmation="Remove member"
    >
      <p>
        This deletes their account and logs them out everywhere. Invitations {name} sent that
        haven’t been accepted will stop working. {name} can be invited again.
      </p>
      <PaymentGoesOn member={{ member_id: change.member.member_id, name }} />
    </ConfirmDialog>
  ) : (
    <ConfirmDialog
      {...dialog}
      title={`Revoke the invitation for ${name}?`}
      refusal="Keep invitation"
      confirmation="Revoke invitation"
    >
      <p>The link will stop working, even if it was opened. {name} can be invited again.</p>
    </ConfirmDialog>
  )
}
