import { mutationOptions, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Download, FileDown } from 'lucide-react'
import { useState } from 'react'
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
import { CardFoot } from '../ui/cards/CardFoot'
import { Row, Rows } from '../ui/cards/Row'
import { Section, Sections } from '../ui/cards/Section'
import { showToast } from '../ui/toasts/toast'
import { PasswordDialog } from './PasswordDialog'

/** The tab 'Account' of the profile: to download the user's data, and to leave. */
export default function Account() {
  const profile = useFetchedProfile()
  const [dialog, setDialog] = useState<'download' | 'leave' | null>(null)
  const organisation = profile?.organization.name ?? 'your organisation'
  const close = () => setDialog(null)
  const isAdmin = profile?.is_organization_admin ?? false
  const { data: team } = useQuery({ ...teamQuery, enabled: isAdmin })
  const others = team?.members.filter(({ is_self }) => !is_self)
  const otherAdmin = others?.find((one) => one.is_organization_admin)
  const isLastAdmin = isAdmin && others !== undefined && !otherAdmin
  return (
    <Sections>
      <Section
        id="data"
        title="Your data"
        text={`A copy of everything that ${settings.productName} keeps about you.`}
      >
        <Card isFlush>
          <Rows>
            <Row
              icon={FileDown}
              title="Download my data"
              text="One JSON file. We ask for your password first."
            >
              <Button look="secondary" onClick={() => setDialog('download')}>
                <Download className="size-4" />
                <span>Download…</span>
              </Button>
            </Row>
          </Rows>
        </Card>
      </Section>
      <Section
        id="leave"
        title={`Leave ${organisation}`}
        text="Deletes your account. Your organisation stays."
      >
        <Card isFlush isDanger>
          <ul className="list-disc space-y-1.5 p-4 ps-8.5 text-ink-2 marker:text-idle-dot sm:p-6 sm:ps-10.5">
            <li>You are logged out everywhere, and can’t sign in again.</li>
            <li>Your reports stop, and the invitations you sent no longer work.</li>
            <li>What you did stays in the audit log under your name.</li>
          </ul>
          <CardFoot
            hint={
              isLastAdmin ? (
                others.length > 0 ? (
                  'You are the only admin. Make somebody else an admin first.'
                ) : (
                  <span>
                    {`You are the only person here. To delete ${organisation}, open `}
                    <Link
                      to="/dashboard/organisation"
                      hash="delete"
                      className="font-medium text-accent underline"
                    >
                      Organisation
                    </Link>
                    .
                  </span>
                )
              ) : isAdmin && !team ? (
                'If you are the only admin, make somebody else an admin first.'
              ) : (
                otherAdmin &&
                isAdmin &&
                `${otherAdmin.full_name} is an admin too, so you can leave.`
              )
            }
          >
            <Button
              look="danger-line"
              aria-disabled={isLastAdmin}
              onClick={() => setDialog('leave')}
            >
              Leave…
            </Button>
          </CardFoot>
        </Card>
      </Section>
      {dialog === 'download' && <DownloadDialog onClose={close} />}
      {dialog === 'leave' && <LeaveDialog organisation={organisation} onClose={close} />}
    </Sections>
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
