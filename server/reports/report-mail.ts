import { html } from 'hono/html'
import { csvOfLines } from '../../contract/csv'
import type { FigureColumn, Figures, FigureTable } from '../api/dashboards'
import type { Services } from '../api/services'
import { buttonOf, type Html, light, mailPage, writeLetter } from '../mail/letter'
import { htmlPart, nameInSubject, plainPart, textInMail } from '../mail/plain-text'
import type { User } from '../people/tables'
import { oneLine } from '../people/visible-text'
import type { Attachment, MailContent } from '../store/outgoing-mail'
import { cellText, createNumbers, type Numbers } from './numbers'
import type { KeptFigure, PauseReason } from './tables'

/** The part of each table that a mail shows; its file has all rows. */
const shown = { columns: 6, characters: 80 }
/** The most rows of each table. The second and third number are for mails that would be too long. */
const rowLimits = [20, 10, 5]
/** The longest HTML part, in bytes: Gmail cuts longer ones, and the links at their end with it. */
const longestHtml = 99_000
/** The number of cards without figures that a mail names. */
const mostFailed = 10
/** The largest size of all files together, in bytes. */
const largestFiles = 1_000_000
const longestFileName = 80

/** The contents of a report's mail. */
export interface ReportParts {
  productName: string
  /** The organisation's name and the dashboard's. */
  title: string
  figures: Figures
  /** The figures of the last mail, and when they were read; null: there was none. */
  before: { figures: readonly KeptFigure[]; at: Date } | null
  locale: string
  timeZone: string
  now: Date
  /** The dashboard's address. */
  link: string
  /** The schedule ('every Monday at 08:00'), and the links that change and end it; null: the mail is a preview. */
  subscription: { when: string; changeLink: string; stopLink: string } | null
}

interface Files {
  attached: Attachment[]
  /** The tables that were too large to attach. */
  leftOut: Set<FigureTable>
}

/** @returns a report's mail: its figures with their change since the last one, its tables, and these as files. */
export function reportMail(
  parts: ReportParts,
): MailContent & { html: string; files: readonly Attachment[] } {
  const { productName, title, figures, now, timeZone } = parts
  const numbers = createNumbers(parts.locale)
  const files = filesOf(figures.tables, parts.subscription !== null)
  const subject = `${nameInSubject(title)}, ${daysIn(timeZone).short.format(now)}`
  const heading = textInMail(title)
  const pageWith = (tables: readonly ShownTable[]) => {
    const content = htmlOf(parts, numbers, files, tables)
    return mailPage({ productName, subject, heading, content, gap: 4 })
  }
  const tables = tablesUpTo(longestHtml - bytesOf(pageWith([])), figures.tables, numbers, files)
  return {
    subject,
    text: textOf(parts, numbers, files, tables),
    html: pageWith(tables),
    files: files.attached,
  }
}

interface ShownTable {
  excerpt: Excerpt
  markup: Html
}

/** @returns the tables whose HTML has at most so many bytes: with fewer rows, then without those that are too long. */
function tablesUpTo(
  most: number,
  tables: readonly FigureTable[],
  numbers: Numbers,
  { leftOut }: Files,
): readonly ShownTable[] {
  const sizeOf = ({ markup }: ShownTable) => bytesOf(htmlPart(String(markup)))
  let shortest: ShownTable[] = []
  for (const rows of rowLimits) {
    shortest = tables.map((table) => {
      const excerpt = excerptOf(table, rows, numbers)
      return { excerpt, markup: htmlOfTable(excerpt, !leftOut.has(table)) }
    })
    if (shortest.reduce((sum, table) => sum + sizeOf(table), 0) <= most) return shortest
  }
  let left = most
  return shortest.filter((table) => {
    const size = sizeOf(table)
    if (size > left) return false
    left -= size
    return true
  })
}

function daysIn(timeZone: string) {
  const of = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-GB', { timeZone, ...options })
  return {
    long: of({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }),
    short: of({ day: 'numeric', month: 'long', year: 'numeric' }),
    inYear: of({ day: 'numeric', month: 'long' }),
    year: of({ year: 'numeric' }),
  }
}

/** 'Monday, 2 November 2026, compared with 26 October'. */
function dateLine({ now, before, timeZone }: ReportParts): string {
  const { long, short, inYear, year } = daysIn(timeZone)
  // British English has no comma after the weekday.
  const today = long.format(now).replace(/^(\p{L}+) /u, '$1, ')
  if (!before) return today
  const isThisYear = year.format(before.at) === year.format(now)
  return `${today}, compared with ${(isThisYear ? inYear : short).format(before.at)}`
}

/** The texts of the key figures, with their change since the last mail. */
const figureTexts = ({ figures: { figures }, before }: ReportParts, numbers: Numbers) =>
  figures.map((figure) => {
    const former = before?.figures.find(({ name }) => name === figure.name)
    return {
      name: textInMail(shortened(figure.name)),
      value: numbers.value(figure.digits ?? figure.value, figure),
      change: former ? numbers.change(figure.value, former.value, figure) : null,
    }
  })

function shortened(text: string): string {
  if (text.length <= shown.characters) return text
  // Doesn't cut between the halves of a character.
  return `${text.slice(0, shown.characters - 1).replace(/[\uD800-\uDBFF]$/, '')}…`
}

/** The part of a table that a mail shows. */
function excerptOf({ name, columns, rows }: FigureTable, mostRows: number, numbers: Numbers) {
  const kept = columns.slice(0, shown.columns)
  return {
    name: textInMail(shortened(name)),
    columns: kept.map((column) => ({
      name: textInMail(shortened(oneLine(column.name))),
      isText: isText(column),
    })),
    rows: rows.slice(0, mostRows).map((row) =>
      kept.map((column, index) => {
        const text = shortened(oneLine(cellText(row[index] ?? null, column, numbers)))
        return isText(column) ? textInMail(text) : text
      }),
    ),
    more: moreOf(rows.length - mostRows, columns.length - shown.columns),
  }
}
type Excerpt = ReturnType<typeof excerptOf>

const isText = ({ format }: FigureColumn) => format === 'text'

/**
 * 'and 9,980 more rows and 4 more columns'.
 * @param rows the number of rows that aren't shown, below 1 for none; like `columns`.
 * @returns null if all is shown.
 */
function moreOf(rows: number, columns: number): string | null {
  const count = new Intl.NumberFormat('en-GB')
  const of = (number: number, unit: string) =>
    number > 0 ? [`${count.format(number)} more${unit}`] : []
  const more = [...of(rows, columns > 0 ? ' rows' : ''), ...of(columns, ' columns')]
  return more.length > 0 ? `and ${more.join(' and ')}` : null
}

/** @param isMailed whether the files' texts are needed: a preview only names them. */
function filesOf(tables: readonly FigureTable[], isMailed: boolean): Files {
  const files: Files = { attached: [], leftOut: new Set() }
  let left = largestFiles
  for (const table of tables) {
    const file = fileUpTo(left, table, isMailed)
    if (file === null) {
      files.leftOut.add(table)
    } else {
      const { text, size } = file
      left -= size
      const taken = files.attached.map(({ name }) => name.toLowerCase())
      files.attached.push({ name: fileName(table.name, taken), type: 'text/csv', text })
    }
  }
  return files
}

/**
 * Writes a table's rows as CSV.
 * @param most in bytes.
 * @param isMailed if false, the text is left out, and the size is estimated.
 * @returns null if the text would be longer.
 */
function fileUpTo(
  most: number,
  { columns, rows }: FigureTable,
  isMailed: boolean,
): { text: string; size: number } | null {
  let size = 0
  for (const row of rows) {
    for (const cell of row) size += String(cell ?? '').length + 1
    // Writing ten megabytes in vain would take seconds.
    if (size > most) return null
  }
  if (!isMailed) return { text: '', size }
  const header = columns.map((column) => oneLine(column.name))
  const text = csvOfLines([
    header,
    ...rows.map((row) => columns.map((_, index) => String(row[index] ?? ''))),
  ])
  size = bytesOf(text)
  return size > most ? null : { text, size }
}

const bytesOf = (text: string) => new TextEncoder().encode(text).byteLength

/** @returns a file name that every file system takes, and that no other file of the mail has. */
function fileName(name: string, taken: readonly string[]): string {
  const plain = oneLine(name)
    .replace(/[\\/:*?"<>|]+/g, ' ')
    .replace(/\s+/g, ' ')
    .slice(0, longestFileName)
    .replace(/^[\s.]+|[\s.]+$/g, '')
  for (let copy = 1; ; copy += 1) {
    const found = `${plain || 'Table'}${copy > 1 ? ` (${copy})` : ''}.csv`
    if (!taken.includes(found.toLowerCase())) return found
  }
}

/** The sentences below a mail's tables, about figures that are missing. */
function remarksOf(
  { figures: { figures, tables, failed } }: ReportParts,
  { leftOut }: Files,
  inMail: readonly ShownTable[],
) {
  const isEmpty = figures.length === 0 && tables.length === 0 && failed.length === 0
  const quoted = (name: string) => `‘${textInMail(shortened(name))}’`
  return [
    ...(isEmpty ? ['The dashboard had no figures this time.'] : []),
    ...failed
      .slice(0, mostFailed)
      .map(({ name, reason }) => `${quoted(name)} couldn’t be read this time. ${reason}`),
    ...(failed.length > mostFailed
      ? [`${failed.length - mostFailed} more cards couldn’t be read this time.`]
      : []),
    ...[...leftOut].map(
      ({ name }) => `${quoted(name)} is too large to attach: open the dashboard to see it all.`,
    ),
    ...(inMail.length < tables.length
      ? ['This email is long enough: the other tables are on the dashboard.']
      : []),
  ]
}

const attachedLine = ({ attached }: Files) =>
  attached.length > 0
    ? `Attached, with all rows: ${attached.map(({ name }) => `${textInMail(name.slice(0, -'.csv'.length))}.csv`).join(', ')}`
    : null

/** 'You asked for this mail, every Monday at 08:00 India time. Only you get it.' */
const whyLine = (when: string, timeZone: string) =>
  `You asked for this email, ${when} ${zoneInWords(timeZone)}. Only you get it.`

/** 'India time', 'New York time', 'UTC'. */
function zoneInWords(timeZone: string): string {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone, timeZoneName: 'shortGeneric' })
  const name = format.formatToParts().find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
  return /^GMT([+-]0+)?$/.test(name) ? 'UTC' : name.replace(/ Time$/, ' time')
}

function textOf(
  parts: ReportParts,
  numbers: Numbers,
  files: Files,
  tables: readonly ShownTable[],
): string {
  const { title, link, subscription, productName } = parts
  const figureLines = figureTexts(parts, numbers).map(
    ({ name, value, change }) => `${name}: ${value}${change === null ? '' : ` (${change})`}`,
  )
  const attached = attachedLine(files)
  return plainPart(
    `${[
      textInMail(title),
      dateLine(parts),
      ...(figureLines.length > 0 ? [figureLines.join('\n')] : []),
      ...tables.map(({ excerpt }) => textOfTable(excerpt)),
      ...remarksOf(parts, files, tables),
      `Open the dashboard:\n${link}`,
      ...(attached ? [attached] : []),
      ...(subscription
        ? [
            whyLine(subscription.when, parts.timeZone),
            `Change it:\n${subscription.changeLink}`,
            `Stop these emails:\n${subscription.stopLink}`,
          ]
        : []),
      productName,
    ].join('\n\n')}\n`,
  )
}

/** A line for each row: 'Online shop: Revenue US$144,824, Share 39%'. */
function textOfTable({ name, columns, rows, more }: Excerpt): string {
  const [, ...others] = columns
  const lines = rows.map(([first = '', ...cells]) => {
    const rest = cells.map((cell, index) => `${others[index]?.name} ${cell}`)
    return `  ${[first, ...(rest.length > 0 ? [rest.join(', ')] : [])].join(': ')}`
  })
  return [name, ...lines, ...(more ? [`  ${more}`] : [])].join('\n')
}

function htmlOf(
  parts: ReportParts,
  numbers: Numbers,
  files: Files,
  tables: readonly ShownTable[],
): Html {
  const { link, subscription } = parts
  const attached = attachedLine(files)
  const remarks = remarksOf(parts, files, tables)
  return html`<p class="text" style="margin: 0 0 20px; font-size: 15px; line-height: 23px; color: ${light.text};">${dateLine(parts)}</p>
${htmlOfFigures(figureTexts(parts, numbers))}
${tables.map(({ markup }) => markup)}
${remarks.map((remark, index) => noteOf(remark, index === 0 ? 24 : 8))}
${buttonOf({ label: 'Open the dashboard', link }, attached ? 14 : 24)}
${attached && noteOf(attached, 0)}
${
  subscription &&
  html`<div class="rule" style="margin: 24px 0 0; padding: 16px 0 0; border-top: 1px solid ${light.line};">
${noteOf(whyLine(subscription.when, parts.timeZone), 0)}
<p class="note" style="margin: 8px 0 0; font-size: 14px; line-height: 20px; color: ${light.note};">${linkOf('Change it', subscription.changeLink)} &nbsp;or&nbsp; ${linkOf('stop these emails', subscription.stopLink)}</p>
</div>`
}`
}

const noteOf = (text: string, above: number) =>
  html`<p class="note" style="margin: ${above}px 0 0; font-size: 14px; line-height: 20px; overflow-wrap: anywhere; color: ${light.note};">${text}</p>\n`

const linkOf = (label: string, link: string) =>
  html`<a class="accent" href="${link}" style="font-weight: 600; color: ${light.accent};">${label}</a>`

type FigureText = ReturnType<typeof figureTexts>[number]

/** Renders figures in rows of two, as a table, which every mail program lays out alike. */
function htmlOfFigures(figures: readonly FigureText[]): Html {
  const rows: FigureText[][] = []
  for (let index = 0; index < figures.length; index += 2) rows.push(figures.slice(index, index + 2))
  if (rows.length === 0) return html``
  return html`<table role="presentation" class="rule" style="width: 100%; border-collapse: collapse; border-top: 1px solid ${light.line};">
${rows.map((row) => html`<tr>${row.map((figure) => cellOfFigure(figure, row))}</tr>\n`)}</table>`
}

/** Two values of more characters don't fit beside each other on a screen of 320 px. */
const besideOnPhones = 18

function cellOfFigure({ name, value, change }: FigureText, row: readonly FigureText[]): Html {
  const characters = row.reduce((sum, one) => sum + one.value.length, 0)
  const look = characters > besideOnPhones ? 'rule stack' : 'rule'
  return html`<td class="${look}" colspan="${3 - row.length}" style="width: ${100 / row.length}%; padding: 14px 8px 14px 0; border-bottom: 1px solid ${light.line}; vertical-align: top;">
<span class="note" style="display: block; font-size: 13px; line-height: 18px; overflow-wrap: anywhere; color: ${light.note};">${name}</span>
<span class="ink" style="display: block; font-size: 22px; line-height: 28px; font-weight: 700; letter-spacing: -0.02em; white-space: nowrap; color: ${light.ink};">${value}</span>
${change !== null && html`<span class="text" style="display: block; font-size: 13px; line-height: 18px; font-weight: 600; color: ${light.text};">${change}</span>`}
</td>`
}

/** With more columns a table has smaller letters. */
const wideFrom = 5

/** Renders a table. It scrolls by itself where a screen is too narrow for its numbers, which don't wrap. */
function htmlOfTable({ name, columns, rows, more }: Excerpt, isAttached: boolean): Html {
  const last = columns.length - 1
  const isDense = columns.length >= wideFrom
  const place = { last, isDense }
  return html`<h2 class="ink" style="margin: 28px 0 8px; font-size: 16px; line-height: 22px; font-weight: 700; overflow-wrap: anywhere; color: ${light.ink};">${name}</h2>
<div style="overflow-x: auto;">
<table style="width: 100%; border-collapse: collapse;">
<tr>${columns.map(({ name, isText }, index) => {
    // Letters break within words only where less would be left of a text.
    const width = isText
      ? `min-width: ${index === 0 ? 88 : 64}px;`
      : // As wide as those of the tables above and below.
        `width: ${isDense ? 10 : 16}%;`
    return html`<th scope="col" class="note rule" style="${width} padding: 6px ${endOf(index, place)}px 6px 0; border-bottom: 1px solid ${light.line}; font-size: 13px; line-height: 18px; font-weight: 600; text-align: ${isText ? 'left' : 'right'}; color: ${light.note};">${name}</th>`
  })}</tr>
${rows.map(
  (row, line) =>
    html`<tr>${row.map((cell, index) => cellOfTable(cell, columns[index]?.isText ?? true, index, place, line === rows.length - 1))}</tr>\n`,
)}</table>
</div>
${more && noteOf(isAttached ? `${more}, attached` : more, 8)}`
}

interface TablePlace {
  last: number
  isDense: boolean
}

/** The space between a column and the next. */
const endOf = (index: number, { last, isDense }: TablePlace) =>
  index === last ? 0 : isDense ? 8 : 10

function cellOfTable(
  cell: string,
  isTextCell: boolean,
  index: number,
  place: TablePlace,
  isLastRow: boolean,
): Html {
  const isQuiet = index === place.last && place.last > 1
  const look = isQuiet ? 'text' : 'ink'
  const line = isLastRow ? '' : `border-bottom: 1px solid ${light.line};`
  const wrap = isTextCell
    ? 'overflow-wrap: anywhere;'
    : 'white-space: nowrap; text-align: right; font-variant-numeric: tabular-nums;'
  const weight = isTextCell || isQuiet ? 400 : 600
  return html`<td class="${look} rule" style="padding: 8px ${endOf(index, place)}px 8px 0; ${line} font-size: ${place.isDense ? 13 : 14}px; line-height: 21px; font-weight: ${weight}; ${wrap} color: ${isQuiet ? light.text : light.ink};">${cell}</td>`
}

/** @returns the address of the page where people change and resume their reports. */
export const reportsPage = (appUrl: string) => `${appUrl}/dashboard/profile?tab=reports`

const why: Readonly<Record<PauseReason, string>> = {
  failures: 'It failed four times in a row: the dashboard could not be read.',
  absence: 'You haven’t signed in for 90 days.',
  dashboard: 'Your organisation’s plan no longer has this dashboard.',
  'second-factor': 'You have to set up two-factor authentication first.',
}

/** Tells somebody that a report of theirs is paused, and why (D142). @param dashboard its name. */
export function pausedMail(
  { productName, appUrl }: Pick<Services, 'productName' | 'appUrl'>,
  { fullName }: Pick<User, 'fullName'>,
  dashboard: string,
  reason: PauseReason,
): MailContent {
  return writeLetter({
    productName,
    fullName,
    subject: `Your emails about ${dashboard} are paused`,
    heading: `Your emails about ${dashboard} are paused`,
    paragraphs: [
      `${productName} won’t send you emails about ${dashboard} for now. ${why[reason]}`,
      'To get them again, resume the report in your profile.',
    ],
    action: { label: 'Open your reports', link: reportsPage(appUrl) },
    notes: [`You get this email because you asked ${productName} for emails about this dashboard.`],
  })
}
