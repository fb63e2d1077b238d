import * as v from 'valibot'
import { mistakeIn, refuseFile } from '../../lib/operator-file'
import { readJson } from '../../lib/read-text'

/** One of Metabase's dashboards, as `DASHBOARDS_FILE` names it. */
export interface MetabaseDashboard {
  id: string
  name: string
  metabaseId: number
  /** Locked parameters besides the organisation's, the same for every organisation. */
  lockedParameters: Record<string, unknown>
}

const most = { dashboards: 50, id: 40, name: 60, parameters: 20, value: 500, values: 100 }

const textUpTo = (length: number) =>
  v.pipe(
    v.string('must be text'),
    v.trim(),
    v.minLength(1, 'must not be empty'),
    v.maxLength(length, `must have at most ${length} characters`),
  )
const valueRule = `must be a text of at most ${most.value} characters, a number, true, false, or a list of 1 to ${most.values} of them`

function isValue(value: unknown): boolean {
  if (typeof value === 'string') return value !== '' && value.length <= most.value
  return typeof value === 'number' || typeof value === 'boolean'
}

/** An empty list would switch the filter off. */
function isParameter(value: unknown): boolean {
  if (!Array.isArray(value)) return isValue(value)
  return value.length >= 1 && value.length <= most.values && value.every(isValue)
}

const dashboard = v.strictObject({
  id: v.pipe(
    textUpTo(most.id),
    v.regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'must be lower-case letters, digits and single hyphens'),
  ),
  name: textUpTo(most.name),
  metabaseId: v.pipe(
    v.number('must be a number'),
    v.safeInteger('must be a whole number'),
    v.minValue(1, 'must be 1 or more'),
  ),
  lockedParameters: v.exactOptional(
    v.pipe(
      v.record(
        textUpTo(most.name),
        v.pipe(v.unknown(), v.check(isParameter, valueRule)),
        'must be an object of parameters',
      ),
      v.check(
        (parameters) => Object.keys(parameters).length <= most.parameters,
        `must have at most ${most.parameters} parameters`,
      ),
    ),
    {},
  ),
}) satisfies v.GenericSchema<unknown, MetabaseDashboard>

const dashboardsFile = v.strictObject({
  dashboards: v.pipe(
    v.array(dashboard, 'must be a list of dashboards'),
    v.minLength(1, 'must hold at least one dashboard'),
    v.maxLength(most.dashboards, `must hold at most ${most.dashboards} dashboards`),
  ),
})

/**
 * @param organisationParameter the locked parameter that no dashboard may set.
 * @returns the dashboards of a JSON file, in its order (docs/dashboards.md).
 * @throws FileError if it can't be read, or naming the wrong dashboards and fields.
 */
export function readDashboardsFile(path: string, organisationParameter: string) {
  return parseDashboards(readJson('DASHBOARDS_FILE', path), organisationParameter, path)
}

/**
 * Reads dashboards from a file's contents.
 * @param source names the file in errors.
 * @throws FileError naming each wrong dashboard and field.
 */
export function parseDashboards(
  file: unknown,
  organisationParameter: string,
  source: string,
): MetabaseDashboard[] {
  const result = v.safeParse(dashboardsFile, file)
  if (!result.success) {
    refuseFile(
      'dashboards',
      source,
      result.issues.map((issue) => mistakeIn(issue, 'dashboard', 'id')),
    )
  }
  const { dashboards } = result.output
  const ids = dashboards.map(({ id }) => id)
  const names = dashboards.map(({ name }) => name.toLowerCase())
  const problems = dashboards.flatMap(({ id, name, lockedParameters }, index) => [
    ...(ids.indexOf(id) < index ? [`the id "${id}" is used twice`] : []),
    ...(names.indexOf(name.toLowerCase()) < index ? [`the name "${name}" is used twice`] : []),
    ...(Object.hasOwn(lockedParameters, organisationParameter)
      ? [
          `dashboard "${id}": lockedParameters may not set ${organisationParameter}, which says whose data shows`,
        ]
      : []),
  ])
  if (problems.length > 0) refuseFile('dashboards', source, problems)
  return dashboards
}
