import { useQuery } from '@tanstack/react-query'
import { CalendarClock, X } from 'lucide-react'
import { type ComponentProps, useId, useMemo, useState } from 'react'
import { everyText } from '../../../contract/report-schedule'
import { mostReports, type Report } from '../../../contract/reports'
import { ifFailed } from '../../api/errors'
import { now } from '../../lib/server-clock'
import { useFetchedProfile } from '../../profile/queries'
import { useFormMutation } from '../../session/use-form-mutation'
import { Button } from '../../ui/Button'
import { ModalDialog } from '../../ui/dialogs/ModalDialog'
import { Form } from '../../ui/forms/Form'
import { SelectField } from '../../ui/forms/SelectField'
import { IconButton } from '../../ui/IconButton'
import { SegmentedToggle } from '../../ui/SegmentedToggle'
import { showToast } from '../../ui/toasts/toast'
import { saveReportMutation } from './mutations'
import { Preview } from './Preview'
import { reportsQuery } from './queries'
import { ReportActions } from './ReportActions'
import {
  daysOf,
  dayText,
  dueText,
  hours,
  nextOf,
  type Schedule,
  startOf,
  timeText,
  zonesByArea,
} from './schedule'

interface ReportDialogProps {
  dashboardId: string
  title: string
  /** The user's own report about this dashboard; undefined if there is none. */
  report: Report | undefined
  onClose: () => void
}

const notSaved = ifFailed('It was not saved.', 'it may have been saved.')

/** The media query under which the preview is beside the form: the breakpoint `sm`. */
const besides = '(min-width: 40rem)'

const intervals = [
  { value: 'day', label: 'Day' },
  { value: 'week', label: 'Week' },
  { value: 'month', label: 'Month' },
] as const

/**
 * Marks the chosen interval as the field that the dialog focuses when it opens. Otherwise it would focus the first.
 */
const takeFocus = (place: HTMLElement | null) =>
  place?.querySelector('input:checked')?.setAttribute('autofocus', '')

export default function ReportDialog({ dashboardId, title, report, onClose }: ReportDialogProps) {
  const id = useId()
  const { data: list } = useQuery({ ...reportsQuery, enabled: false })
  const [schedule, setSchedule] = useState<Schedule>(() => startOf(report))
  const address = useFetchedProfile()?.email ?? 'your address'
  const isFull =
    !report && (list?.reports.filter(({ is_own }) => is_own).length ?? 0) >= mostReports
  const obstacle = isFull
    ? 'You can have up to twenty reports. Stop one first.'
    : report?.state === 'paused'
      ? 'Paused. Resume to get it again.'
      : null

  const save = useFormMutation(saveReportMutation, notSaved, {
    onSuccess: ({ next_at }) => {
      onClose()
      showToast('success', savedText(report, next_at, schedule.time_zone, address))
    },
  })
  const change = (changes: Partial<Schedule>) => {
    if (save.isError) save.reset()
    setSchedule({ ...schedule, ...changes })
  }
  const submit = () =>
    save.mutateAsync({
      of: report ? { report: report.report_id } : { dashboard: dashboardId },
      schedule,
    })

  return (
    <ModalDialog
      open
      asks
      aria-labelledby={`${id}-title`}
      onClose={onClose}
      className="m-auto w-[calc(100%-32px)] max-w-208 overflow-y-auto rounded-card border border-line bg-surface text-ink shadow-card backdrop:bg-scrim max-sm:m-0 max-sm:h-dvh max-sm:max-h-none max-sm:w-full max-sm:max-w-none max-sm:rounded-none max-sm:border-0 dark:bg-raised"
    >
      <div className="grid grid-cols-1 max-sm:min-h-full max-sm:grid-rows-[auto_1fr] sm:grid-cols-[minmax(0,430fr)_minmax(0,400fr)]">
        <div className="p-6 [&_[type=submit]]:w-full">
          <div className="flex items-start justify-between gap-3">
            <h2 id={`${id}-title`} className="text-18 font-[650] tracking-[-0.02em]">
              Email me this
            </h2>
            <IconButton label="Close" onClick={onClose} className="-me-2 -mt-2 sm:hidden">
              <X className="size-4.5" />
            </IconButton>
          </div>
          <p className="mt-2 mb-5 text-14 text-ink-2 wrap-anywhere">
            The figures and tables of {title}, to {address}.
          </p>
          <Form
            label="Email me this"
            check={() => ({})}
            busy={save.isPending}
            refusal={save.refusal}
            onSubmit={submit}
            action={report ? 'Save' : `Email me every ${everyText(schedule)}`}
            actionDisabled={isFull}
          >
            <ScheduleFields schedule={schedule} onChange={change} />
            <div className="flex gap-3 rounded-control bg-sunken px-3.5 py-3 text-14 text-ink-2">
              <CalendarClock className="mt-0.5 size-4 shrink-0" />
              {/* Rendered from the start, so that changes are announced. */}
              <p role="status">
                {obstacle ?? (
                  <span>
                    {`${report ? 'Next' : 'First'} email: `}
                    <strong className="font-semibold text-ink">
                      {dueText(nextOf(schedule, new Date(now())), schedule.time_zone)}
                    </strong>
                    .
                  </span>
                )}
              </p>
            </div>
          </Form>
          <div className="mt-3 grid gap-3">
            {report && <ReportActions report={report} address={address} onStopped={onClose} />}
            <Button look="secondary" disabled={save.isPending} onClick={onClose}>
              Cancel
            </Button>
          </div>
        </div>
        <PreviewArea dashboardId={dashboardId} timeZone={schedule.time_zone} />
      </div>
    </ModalDialog>
  )
}

interface ScheduleFieldsProps {
  schedule: Schedule
  onChange: (changes: Partial<Schedule>) => void
}

function ScheduleFields({ schedule, onChange }: ScheduleFieldsProps) {
  const { every, day, hour, time_zone } = schedule
  const zones = useMemo(() => zonesByArea(time_zone), [time_zone])
  return (
    <>
      <div ref={takeFocus}>
        <p aria-hidden="true" className="mb-1.5 text-12h font-semibold text-ink">
          Every
        </p>
        <SegmentedToggle
          label="Every"
          isWide
          options={intervals}
          value={every}
          onChange={(every) => onChange({ every, day: every === 'day' ? null : 1 })}
        />
      </div>
      <div className="grid grid-cols-2 gap-3">
        {every !== 'day' && (
          <SelectField
            label="Day"
            name="day"
            value={day ?? 1}
            onChange={({ target }) => onChange({ day: Number(target.value) })}
          >
            {daysOf(every).map(optionOf)}
          </SelectField>
        )}
        <SelectField
          label="Hour"
          name="hour"
          value={hour}
          onChange={({ target }) => onChange({ hour: Number(target.value) })}
        >
          {hours().map(optionOf)}
        </SelectField>
      </div>
      <SelectField
        label="Time zone"
        name="time_zone"
        value={time_zone}
        hint={`It is ${timeText(new Date(now()), time_zone)} there now.`}
        onChange={({ target }) => onChange({ time_zone: target.value })}
      >
        {zones.map(([area, places]) => (
          <optgroup key={area} label={area}>
            {places.map(optionOf)}
          </optgroup>
        ))}
      </SelectField>
    </>
  )
}

/** The preview or, on phones, a button that shows it: making it takes the dashboard's server a while. */
function PreviewArea(props: ComponentProps<typeof Preview>) {
  const id = useId()
  const [isShown, setIsShown] = useState(() => window.matchMedia(besides).matches)
  return (
    <div id={id} className="relative border-line bg-sunken p-6 max-sm:border-t sm:border-s">
      {isShown ? (
        // Positioned absolutely beside the form, so that the preview doesn't make the dialog higher.
        <div className="sm:absolute sm:inset-0 sm:overflow-hidden sm:p-6 sm:pb-0">
          <Preview {...props} />
        </div>
      ) : (
        <Button
          look="secondary"
          aria-controls={id}
          aria-expanded={false}
          className="w-full"
          onClick={() => setIsShown(true)}
        >
          Show a preview
        </Button>
      )}
    </div>
  )
}

/** @param nextAt null while the address is unconfirmed or the report is paused. */
function savedText(
  report: Report | undefined,
  nextAt: string | null,
  timeZone: string,
  address: string,
): string {
  if (nextAt) {
    const day = dayText(new Date(nextAt), timeZone)
    return `${report ? 'Next' : 'First'} email: ${day}.`
  }
  return report?.state === 'paused'
    ? 'It is saved. The report stays paused.'
    : `Please confirm your address first: we emailed a link to ${address}.`
}

const optionOf = ({ value, label }: { value: string | number; label: string }) => (
  <option key={value} value={value}>
    {label}
  </option>
)
