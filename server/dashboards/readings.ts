import type { Dashboards, Figures } from '../api/dashboards'
import { BusyError } from '../api/http-error'
import type { Services } from '../api/services'
import { later, second, withTimeout } from '../lib/time'

type Organisation = Parameters<NonNullable<Dashboards['figuresFor']>>[0]

/** The number of dashboards that a server reads at once: each may take tens of megabytes. Mails take three at most. */
const mostAtOnce = 4
/** The number of them that one organisation may have. */
const mostOfOrganisation = 2
/** The number of readings that wait for their turn; those for mails always may. */
const mostWaiting = 20
/** The number of these that one organisation may have, so that others' previews have a place. */
const mostWaitingOfOrganisation = 5
/** Milliseconds that a preview waits for its turn, so that it is answered within its minute. */
const longestWait = 10 * second
/** Milliseconds for which figures are shared once they are read. */
const shareTime = 15 * second
/** The number of results that are kept to be shared. */
const mostKept = 4

interface Reading {
  organisationId: string
  /** Mails go first: they are few, while previews may be many, and their lease ends. */
  isForMail: boolean
  /** Ends the wait for a turn. */
  begin: () => void
  /** Resolves when the reading begins. */
  begun: Promise<void>
  /** The number of previews that wait for the turn. Without any, another reading gets the place. */
  previews: number
  /** Removes the reading from those that others can join. */
  forget: () => void
  figures: Promise<Figures>
  /** When the figures are too old to be shared; null: they aren't read yet. Mock mode's clock jumps. */
  outdatedAt: Date | null
}

const readingsOf = new WeakMap<Dashboards, ReturnType<typeof createReadings>>()

/**
 * Reads a dashboard's figures for an organisation, one reading at a time. Whoever asks meanwhile or shortly afterwards gets
 * the same figures. Organisations take turns.
 * @returns null if the provider has no figures.
 * @throws BusyError if a preview can't be read soon, Error if the dashboard can't be read.
 */
export async function readFigures(
  { dashboards, clock }: Pick<Services, 'dashboards' | 'clock'>,
  organisation: Organisation,
  dashboardId: string,
  purpose: 'mail' | 'preview',
): Promise<Figures | null> {
  const { figuresFor } = dashboards
  if (!figuresFor) return null
  const readings = readingsOf.get(dashboards) ?? createReadings()
  readingsOf.set(dashboards, readings)
  const isForMail = purpose === 'mail'
  const read = () => figuresFor(organisation, dashboardId, clock())
  const reading = readings.join(organisation.id, dashboardId, isForMail, read, clock)
  if (isForMail) return await reading.figures
  reading.previews += 1
  const hasBegun = await withTimeout(reading.begun, longestWait, null)
  reading.previews -= 1
  if (hasBegun === null) throw busy()
  return await reading.figures
}

/** @returns whether a waiting reading is for nobody but the next attempt. */
const isAbandoned = ({ isForMail, previews }: Reading) => !isForMail && previews === 0

const busy = () =>
  new BusyError(
    'Many dashboards are being read at this moment. Please try again in a few seconds.',
    longestWait / second,
  )

function createReadings() {
  /** Readings that wait, run, or have ended and are shared, by organisation and dashboard. */
  const readings = new Map<string, Reading>()
  let waiting: Reading[] = []
  const running = new Set<Reading>()

  const runningOf = (organisationId: string) =>
    [...running].filter((one) => one.organisationId === organisationId).length

  /**
   * Begins waiting readings: mails first, then those that somebody waits for, then the organisation with the fewest
   * running, then the oldest.
   */
  function beginNext(): void {
    if (running.size >= mostAtOnce) return
    const [next] = waiting
      .filter(({ organisationId }) => runningOf(organisationId) < mostOfOrganisation)
      .sort(
        (one, other) =>
          Number(other.isForMail) - Number(one.isForMail) ||
          Number(isAbandoned(one)) - Number(isAbandoned(other)) ||
          runningOf(one.organisationId) - runningOf(other.organisationId),
      )
    if (!next) return
    waiting = waiting.filter((one) => one !== next)
    running.add(next)
    next.begin()
    beginNext()
  }

  function removeOldest(): void {
    const ended = [...readings].filter(([, { outdatedAt }]) => outdatedAt !== null)
    for (const [key] of ended.slice(0, -mostKept)) readings.delete(key)
  }

  return {
    /**
     * Joins the present reading of a dashboard, or begins one.
     * @throws BusyError if too many wait.
     */
    join(
      organisationId: string,
      dashboardId: string,
      isForMail: boolean,
      read: () => Promise<Figures>,
      clock: () => Date,
    ): Reading {
      const key = `${organisationId} ${dashboardId}`
      const known = readings.get(key)
      if (known && (known.outdatedAt === null || clock() < known.outdatedAt)) {
        known.isForMail ||= isForMail
        return known
      }
      const ofOrganisation = waiting.filter((one) => one.organisationId === organisationId)
      const isFull = ofOrganisation.length >= mostWaitingOfOrganisation
      if (!isForMail && (isFull || waiting.length >= mostWaiting)) {
        const abandoned = (isFull ? ofOrganisation : waiting).find(isAbandoned)
        if (!abandoned) throw busy()
        waiting = waiting.filter((one) => one !== abandoned)
        abandoned.forget()
      }

      let begin = () => {}
      const begun = new Promise<void>((resolve) => {
        begin = resolve
      })
      const figures = begun.then(read)
      const forget = () => {
        if (readings.get(key) === reading) readings.delete(key)
      }
      const reading: Reading = {
        organisationId,
        isForMail,
        begin,
        begun,
        previews: 0,
        forget,
        figures,
        outdatedAt: null,
      }
      // The newest result comes last.
      readings.delete(key)
      readings.set(key, reading)
      figures
        .then(() => {
          reading.outdatedAt = later(clock(), shareTime)
          setTimeout(forget, shareTime)
          removeOldest()
        }, forget)
        .finally(() => {
          running.delete(reading)
          beginNext()
        })
      waiting.push(reading)
      beginNext()
      return reading
    },
  }
}
