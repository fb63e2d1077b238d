import { CalendarCog, CircleStop, Play, Send } from 'lucide-react'
import type { Report } from '../../../contract/reports'
import { Menu, MenuItem, MenuSeparator, type MenuWiring } from '../../ui/menu/Menu'
import type { ReportAction } from './mutations'

interface ReportRowMenuContentProps extends MenuWiring {
  report: Report
  busy: boolean
  onChoose: (what: ReportAction | 'change') => void
}

/** The open menu of a report. It is a file of its own so that it can load late. */
export function ReportRowMenuContent(props: ReportRowMenuContentProps) {
  const { report, busy, onChoose, ...wiring } = props
  const isPaused = report.state === 'paused'
  return (
    <Menu {...wiring}>
      {report.is_own && (
        <>
          {isPaused && (
            <MenuItem disabled={busy} onSelect={() => onChoose('resume')}>
              <Play />
              Resume
            </MenuItem>
          )}
          <MenuItem disabled={busy} onSelect={() => onChoose('change')}>
            <CalendarCog />
            Change…
          </MenuItem>
          {report.state === 'active' && (
            <MenuItem disabled={busy} onSelect={() => onChoose('send-now')}>
              <Send />
              Send one now
            </MenuItem>
          )}
          <MenuSeparator />
        </>
      )}
      <MenuItem danger disabled={busy} onSelect={() => onChoose('remove')}>
        <CircleStop />
        {report.is_own ? 'Stop' : 'Stop…'}
      </MenuItem>
    </Menu>
  )
}
