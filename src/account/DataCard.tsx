import { mutationOptions, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Download } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { RequestOf } from '../../contract/calls'
import { call } from '../api/call'
import { ApiError, ifFailed } from '../api/errors'
import { PaymentGoesOn } from '../billing/PaymentGoesOn'
import { saveFile } from '../lib/save-file'
import { useFetchedProfile } from '../profile/queries'
import { useForgetSession } from '../session/sign-out'
import { useFormMutation } from '../session/use-form-mutation'
import { settings } from '../settings'
import { teamQuery } from '../team/queries'
import { Button } from '../ui/Button'
import { Card } from '../ui/Card'
import { showToast } from '../ui/toasts/toast'
import { PasswordDialog } from './PasswordDialog'

/** The card to download the user's data, and to leave. */
export function DataCard() {
  const profile = useFetchedProfile()
  const [dialog, setDialog] = useState<'download' | 'leave' | null>(null)
  const organisation = profile?.organization.name ?? 'your organisation'
  const close = () => setDialog(null)
  const isAdmin = profile?.is_organization_admin ?? false
  const { data: team } = useQuery({ ...teamQuery, enabled: isAdmin })
  const others = team?.members.filter(({ is_self }) => !is_self)
  const isAlone = isAdmin && others?.length === 0
  const isLastAdmin = isAdmin && others && !others.some((one) => one.is_organization_admin)
  return (
    <Card title="Your account">
      <div className="mt-3 divide-y divide-line">
        <Choice
          title="Download my data"
          text={`A file with everything that ${settings.productName} keeps about you.`}
        >
          <Button look="secondary" onClick={() => setDialog('download')}>
            <Download className="size-4" />
            <span>Download</span>
          </Button>
        </Choice>
        <Choice
          title={`Leave ${organisation}`}
          text={
            isAlone ? (
              <span>
                {`You are the only person here. To delete ${organisation}, open `}
                <Link to="/dashboard/organisation" className="font-medium text-accent underline">
                  Organisation
                </Link>
                .
              </span>
            ) : isLastAdmin ? (
              'This deletes your account. You’re the last admin, so make someone else an admin first.'
            ) : isAdmin && !team ? (
              'This deletes your account. If you are the last admin, make someone else an admin first.'
            ) : (
              'This deletes your account.'
            )
          }
        >
          <Button look="danger-line" disabled={isLastAdmin} onClick={() => setDialog('leave')}>
            Leave…
          </Button>
        </Choice>
      </div>
      {dialog === 'download' && <DownloadDialog onClose={close} />}
      {dialog === 'leave' && <LeaveDialog organisation={organisation} onClose={close} />}
    </Card>
  )
}

interface ChoiceProps {
  title: string
  text: ReactNode
  children: ReactNode
}

function Choice({ title, text, children }: ChoiceProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 py-4.5 last:pb-0">
      <div className="min-w-0 flex-[1_1_16rem]">
        <h3 className="text-14 font-semibold wrap-anywhere text-ink">{title}</h3>
        <p className="mt-0.5 text-14 text-ink-2">{text}</p>
      </div>
      {children}
    </div>
  )
}

const exportMutation = mutationOptions({
  mutationFn: (proof: RequestOf<'exportAccount'>) => call('exportAccount', proof),
})
const leaveMutation = mutationOptions({
  mutationFn: (proof: RequestOf<'leave'>) => call('leave', proof),
})
const notDeleted = ifFailed('Your account was not deleted.', 'your account may have been deleted.')

function DownloadDialog({ onClose }: { onClose: () => void }) {
  const download = useFormMutation(exportMutation, () => 'Your data could not be downloaded.', {
    onSuccess: (data) => {
      const json = JSON.stringify(data, null, 2)
      saveFile(`${settings.productName} data`, 'json', new Blob([json]))
      showToast('success', 'Your data was downloaded.')
      onClose()
    },
  })
  return (
    <PasswordDialog
      title="Download my data"
      action="Download"
      mutation={download}
      onClose={onClose}
      onSubmit={(proof) => download.mutateAsync(proof)}
    >
      <p>
        Your account, your sessions and your activity, as JSON. Passwords, codes and other people’s
        data are not included.
      </p>
    </PasswordDialog>
  )
}

function LeaveDialog({ organisation, onClose }: { organisation: string; onClose: () => void }) {
  const forgetSession = useForgetSession()
  const leave = useFormMutation(leaveMutation, notDeleted, {
    onSuccess: async () => {
      showToast('success', `You left ${organisation}. Your account was deleted.`)
      await forgetSession()
    },
  })
  const isRefused = leave.error instanceof ApiError && leave.error.status === 409
  return (
    <PasswordDialog
      title={`Leave ${organisation}?`}
      action="Delete my account"
      actionLook="danger-line"
      mutation={leave}
      onClose={onClose}
      onSubmit={(proof) => leave.mutateAsync(proof)}
    >
      <p>
        This deletes your account and logs you out everywhere. Invitations you sent that haven’t
        been accepted will stop working. Your actions stay in the audit log under your name.
      </p>
      <PaymentGoesOn />
      {isRefused && settings.supportUrl && (
        <p>
          <a href={settings.supportUrl} className="font-medium text-accent underline">
            Contact support
          </a>
        </p>
      )}
    </PasswordDialog>
  )
}
