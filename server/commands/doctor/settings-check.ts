import { readDashboardsFile } from '../../dashboards/providers/dashboards-file'
import { readServerSettings, type ServerSettings } from '../../node/settings/settings'
import { readPlansFile } from '../../plans/plans-file'
import { type Check, fault, ok, reasonOf, warning } from './check'

/** The settings that the server would start with; where it wouldn't, why. */
export type ReadSettings = { settings: ServerSettings } | { refusal: string }

/** @param environment variables as in `process.env`. */
export function readAll(environment: Record<string, string | undefined>): ReadSettings {
  try {
    return { settings: readServerSettings(environment) }
  } catch (error) {
    return { refusal: reasonOf(error) }
  }
}

/** Settings, and the files that they name. */
export const settingsCheck: Check<ReadSettings & { from: string }> = {
  name: 'settings',
  tried: ({ from }) => `to read ${from} as the server does, and the files that they name`,
  async find(read) {
    const advice = 'docs/settings.md says what each setting may be. Restart the server afterwards.'
    if ('refusal' in read) return fault(read.refusal, `Mend them: ${advice}`)
    const { plansFile, dashboards, misspelt, production } = read.settings
    const refusals = [
      () => readPlansFile(plansFile),
      () => {
        if (dashboards.kind !== 'metabase' || typeof dashboards.dashboards !== 'string') return
        readDashboardsFile(dashboards.dashboards, dashboards.organisationParameter)
      },
    ].flatMap((readFile) => {
      try {
        readFile()
        return []
      } catch (error) {
        return [reasonOf(error)]
      }
    })
    if (refusals.length > 0) return fault(refusals.join('\n'), `Mend the file: ${advice}`)
    if (misspelt.length > 0) {
      return warning(
        `These have no effect, and may be misspelt: ${misspelt.join(', ')}`,
        `Rename or remove them: ${advice}`,
      )
    }
    return ok(production ? 'They are valid.' : 'They are valid, for development: NODE_ENV says so.')
  },
}
