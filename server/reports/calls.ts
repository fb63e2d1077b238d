import { readFields } from '../api/fields'
import type { Handlers } from '../api/handler'
import { BusyError, HttpError } from '../api/http-error'
import { requireCaller } from '../auth/session'
import { readFigures } from '../dashboards/readings'
import { sanitizedErrorMessage } from '../work/sanitized-error-message'
import { localeOf } from './numbers'
import {
  changeReport,
  listReports,
  removeReport,
  requireDashboard,
  resumeReport,
  sendReportNow,
  stopReport,
  subscribeReport,
} from './reports'
import { requireTimeZone } from './schedule'
import { previewMail } from './sending'

export const reportHandlers = {
  getReports: ({ services, caller }) => listReports(services, caller),

  subscribeReport: ({ services, caller, network, body, header }) =>
    subscribeReport(services, caller, network, localeOf(header('accept-language')), body),

  changeReport: ({ services, caller, body, header }) =>
    changeReport(services, caller, localeOf(header('accept-language')), body),

  async removeReport({ services, caller, network, body }) {
    await removeReport(services, caller, network, body.report_id)
  },

  async resumeReport({ services, caller, body }) {
    await resumeReport(services, caller, body.report_id)
  },

  async sendReportNow({ services, caller, body }) {
    await sendReportNow(services, caller, body.report_id)
  },

  async previewReport({ services, caller, body, header }) {
    const { id } = requireDashboard(services, caller, body.dashboard_id)
    const { time_zone: timeZone } = body
    readFields({ time_zone: requireTimeZone(timeZone) })
    const logFailure = (error: unknown) => {
      if (error instanceof BusyError) throw error
      services.log.info('A preview of a report failed', { error: sanitizedErrorMessage(error) })
      return null
    }
    // Waiting and reading take a minute at most. The app and the proxies of deploy/ wait as long.
    const reading = readFigures(services, caller.organisation, id, 'preview')
    const figures = await reading.catch(logFailure)
    if (!figures) {
      throw new HttpError(502, 'The dashboard did not answer. Please try again later.')
    }
    // The caller may have been signed out or have lost the dashboard meanwhile (D91).
    const present = await requireCaller(services, caller.sessionId)
    requireDashboard(services, present, id)
    const locale = localeOf(header('accept-language'))
    return { html: previewMail(services, present.organisation, id, figures, { locale, timeZone }) }
  },

  async unsubscribeReport({ services, network, body }) {
    await stopReport(services, network, body.token)
  },

  stopReport: ({ services, network, body }) => stopReport(services, network, body.token),
} satisfies Partial<Handlers>
