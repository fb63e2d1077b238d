import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Report } from '../../contract/reports'
import { reportsQuery } from '../analytics/reports/queries'
import { call } from '../api/call'
import { ifFailed } from '../api/errors'
import { storedSession } from '../api/stored-session'
import { settings } from '../settings'
import { ActionWithError, failureOf } from './ActionWithError'
import { SignedOutHeading } from './SignedOutHeading'
import { TextLink } from './TextLink'

const notStopped = ifFailed('The report was not stopped.', 'it may have been stopped.')
const notBegun = ifFailed('The emails did not start again.', 'they may go on.')

/**
 * Stops the report whose mail has this link, for anybody who has the mail (D142). It waits for a click, because
 * programs that check links open them too.
 */
export function StopReport({ token }: { token: string }) {
  const client = useQueryClient()
  // Reads the report before it ends. The link tells neither its user nor its schedule.
  useQuery({ ...reportsQuery, enabled: settings.isOurServer && storedSession() !== null })
  const stop = useMutation({
    async mutationFn() {
      const reports = client.getQueryData(reportsQuery.queryKey)?.reports ?? []
      const { report_id, title } = await call('stopReport', { token })
      const isOwn = (one: Report) => one.is_own && one.report_id === report_id
      return title === null ? null : { title, own: reports.find(isOwn) }
    },
    onSuccess: () => void client.invalidateQueries({ queryKey: reportsQuery.queryKey }),
  })
  if (stop.data) return <Stopped {...stop.data} />
  if (stop.isSuccess) return <Ended text="You won’t get these emails any more." />
  return (
    <>
      <SignedOutHeading
        title="Stop these emails?"
        text="You’ll stop getting this report right away."
      />
      <ActionWithError
        failure={stop.error && failureOf(stop.error, notStopped)}
        busy={stop.isPending}
        onClick={() => stop.mutate()}
      >
        Stop these emails
      </ActionWithError>
    </>
  )
}

interface StoppedProps {
  /** The dashboard's name, as in the report's mails. */
  title: string
  /** The report before it ended, if it belongs to the signed-in user. */
  own: Report | undefined
}

/** The result, with a button to resume. Only the report's user can resume it: the link itself can't. */
function Stopped({ title, own }: StoppedProps) {
  const client = useQueryClient()
  const begin = useMutation({
    mutationFn: ({ dashboard_id, every, day, hour, time_zone }: Report) =>
      call('subscribeReport', { dashboard_id, every, day, hour, time_zone }),
    onSuccess: () => void client.invalidateQueries({ queryKey: reportsQuery.queryKey }),
  })
  if (begin.isSuccess) {
    return (
      <>
        <SignedOutHeading
          title="These emails go on"
          text={`You’ll get emails about ${title} again, as often as before.`}
        />
        <TextLink to="/dashboard/main">Open the dashboard</TextLink>
      </>
    )
  }
  const text = `You won’t get emails about ${title} any more.`
  if (!own) return <Ended text={text} />
  return (
    <>
      <SignedOutHeading title="These emails have ended" text={text} />
      <ActionWithError
        failure={begin.error && failureOf(begin.error, notBegun)}
        busy={begin.isPending}
        onClick={() => begin.mutate(own)}
      >
        Email me again
      </ActionWithError>
    </>
  )
}

/** The result for a reader who can't resume the report here. */
function Ended({ text }: { text: string }) {
  return (
    <>
      <SignedOutHeading
        title="These emails have ended"
        text={`${text} On its dashboard, ‘Email me this’ starts them again.`}
      />
      {storedSession() ? (
        <TextLink to="/dashboard/main">Open the dashboard</TextLink>
      ) : (
        <TextLink to="/signin">Sign in</TextLink>
      )}
    </>
  )
}
