import { type ReadFont, type Run, runsOf, type Weight } from './fonts'

/*
 * Writes sheets of paper as PDF: A4, in points of 1/72 inch. The layout is that of the printed pages
 * (`src/billing/receipts/`).
 */

const width = 595.28
const height = 841.89
const margin = 42
/** Where the text of a page ends: below it stands the page's foot. */
const bottom = height - 56

/** The colours of `src/tokens.css`. */
const colours = {
  ink: '#12172b',
  text: '#4b5470',
  note: '#5f6880',
  line: '#e5e8f1',
  rule: '#cdd3e2',
}

/** Switches off placing marks: fontkit fails where a font names no place for one, as in Malayalam 'ലക്ഷ്മി'. */
const withoutPlaces = { abvm: false, blwm: false, mark: false, mkmk: false }

export interface Look {
  size: number
  weight: Weight
  colour: keyof typeof colours
}
export const looks = {
  title: { size: 21, weight: 600, colour: 'ink' },
  large: { size: 13, weight: 600, colour: 'ink' },
  strong: { size: 10.5, weight: 600, colour: 'ink' },
  value: { size: 10.5, weight: 400, colour: 'ink' },
  text: { size: 10.5, weight: 400, colour: 'text' },
  note: { size: 9, weight: 400, colour: 'note' },
} as const satisfies Record<string, Look>

/** A text that wraps within its column, or a line across the column. */
export type Part = { text: string; look: Look } | 'rule'

/** Texts below each other. */
export interface Column {
  /** The left edge and the width, as shares of the page's width without margins. */
  at: number
  width: number
  parts: readonly Part[]
  isAtEnd?: boolean
}

/** Writes from the top of a sheet to the bottom, and begins another page when one is full. */
export interface Sheet {
  /** Writes columns beside each other, and moves below the longest. They go on on the next page. */
  row(...columns: readonly Column[]): void
  /** Moves down. @param points 1/72 inch, like all lengths. */
  gap(points: number): void
  /** Draws a line over the whole width. */
  rule(kind?: 'strong'): void
  /** Begins another page unless `points` are left on this one. */
  keepTogether(points: number): void
  /** Writes columns below each other at the foot of a page, beneath a line. */
  foot(...columns: readonly Column[]): void
}

/** The texts that a PDF shows on its pages beside its content. */
export interface About {
  /** Stands at the foot of each page, beside its number. */
  title: string
  /** Stands at the head of the first page. */
  product: string
  at: Date
}

/**
 * Makes a PDF. pdfkit is large, so it is loaded only now.
 * @param write writes the sheet, and awaits nothing. It is run twice: first to find the characters whose fonts are needed.
 */
export async function makePdf(
  readFont: ReadFont,
  about: About,
  write: (sheet: Sheet) => void,
): Promise<Uint8Array> {
  const { default: PDFDocument } = await import('pdfkit')
  const document = new PDFDocument({
    size: 'A4',
    margin: 0,
    bufferPages: true,
    // Browsers have none of pdfkit's own fonts.
    font: '',
    lang: 'en',
    info: {
      Title: about.title,
      Author: about.product,
      CreationDate: about.at,
      ModDate: about.at,
    },
  })
  const pieces: Uint8Array<ArrayBuffer>[] = []
  const isWritten = new Promise<void>((resolve, reject) => {
    document.on('data', (piece: Uint8Array<ArrayBuffer>) => pieces.push(piece))
    document.on('end', resolve)
    document.on('error', reject)
  })
  const written = `${textsOf(write)} ${about.title} ${about.product} Page 0123456789 of`
  const files = new Set(
    ([400, 600] as const).flatMap((weight) => runsOf(written, weight).map(({ font }) => font)),
  )
  await Promise.all(
    [...files].map(async (file) => document.registerFont(file, await readFont(file))),
  )

  /** @returns the options for a run, whose marks aren't placed if that fails. */
  function optionsOf({ font, text }: Run): PDFKit.Mixins.TextOptions {
    try {
      document.font(font).widthOfString(text)
      return {}
    } catch {
      return { features: withoutPlaces as never }
    }
  }
  const widthOf = (run: Run, { size }: Look) =>
    document.font(run.font).fontSize(size).widthOfString(run.text, optionsOf(run))
  const widthOfText = (text: string, look: Look) =>
    runsOf(text, look.weight).reduce((sum, run) => sum + widthOf(run, look), 0)

  /** Breaks a text at spaces, and within a word that is longer than a line. */
  function linesOf(text: string, look: Look, widest: number): string[] {
    return text.split('\n').flatMap((line) => {
      const lines: string[] = []
      let current = ''
      for (const word of line.split(/(?<=[ -])/)) {
        if (!current || widthOfText((current + word).trimEnd(), look) <= widest) current += word
        else {
          lines.push(current)
          current = word
        }
        while (widthOfText(current.trimEnd(), look) > widest) {
          const letters = [...current]
          if (letters.length === 1) break
          // Measures few of the possible lines: a word may have 200 letters, and letters are joined anew each time.
          let [fits, tooLong] = [1, letters.length]
          while (tooLong - fits > 1) {
            const middle = Math.floor((fits + tooLong) / 2)
            if (widthOfText(letters.slice(0, middle).join(''), look) > widest) tooLong = middle
            else fits = middle
          }
          lines.push(letters.slice(0, fits).join(''))
          current = letters.slice(fits).join('')
        }
      }
      return [...lines, current].map((one) => one.trimEnd())
    })
  }

  function writeLine(text: string, x: number, y: number, look: Look): void {
    let at = x
    for (const run of runsOf(text, look.weight)) {
      const length = widthOf(run, look)
      document.fillColor(colours[look.colour])
      if (run.isShaped) document.markContent('Span', { actual: run.text })
      // The baseline is the same in all fonts.
      const placed = { lineBreak: false, baseline: 'alphabetic' } as const
      document.text(run.text, at, y + look.size, { ...optionsOf(run), ...placed })
      if (run.isShaped) document.endMarkedContent()
      at += length
    }
  }

  const inner = width - 2 * margin
  const edgesOf = ({ at, width: share }: Column) => ({
    x: margin + at * inner,
    widest: share * inner,
  })
  const partsOf = (column: Column): Part[] =>
    column.parts.flatMap((part): Part[] => {
      if (part === 'rule') return [part]
      const { text, look } = part
      return linesOf(text, look, edgesOf(column).widest).map((line) => ({ text: line, look }))
    })
  const heightOf = (part: Part) => (part === 'rule' ? 14 : part.look.size * 1.45)

  function line(x: number, end: number, at: number, kind?: 'strong'): void {
    document
      .moveTo(x, at)
      .lineTo(end, at)
      .lineWidth(kind ? 1.5 : 0.75)
      .strokeColor(colours[kind ? 'rule' : 'line'])
      .stroke()
  }

  let y = margin
  const nextPage = () => {
    document.addPage()
    y = margin
  }
  const sheet: Sheet = {
    row(...columns) {
      const rest = columns.map((column) => ({ column, parts: partsOf(column) }))
      while (rest.some(({ parts }) => parts.length > 0)) {
        const tops = rest.map(({ column, parts }) => {
          const { x, widest } = edgesOf(column)
          let top = y
          for (let part = parts[0]; part && top + heightOf(part) <= bottom; part = parts[0]) {
            if (part === 'rule') line(x, x + widest, top + 6, 'strong')
            else {
              const free = column.isAtEnd ? widest - widthOfText(part.text, part.look) : 0
              writeLine(part.text, x + free, top, part.look)
            }
            top += heightOf(part)
            parts.shift()
          }
          return top
        })
        y = Math.max(...tops)
        if (rest.some(({ parts }) => parts.length > 0)) nextPage()
      }
    },
    gap(points) {
      y += points
    },
    rule(kind) {
      line(margin, width - margin, y, kind)
    },
    keepTogether(points) {
      if (y + points > bottom) nextPage()
    },
    foot(...columns) {
      const heights = columns.flatMap((column) => partsOf(column).map(heightOf))
      const points = heights.reduce((sum, one) => sum + one, 20)
      if (y + 20 + points > bottom && y > margin) nextPage()
      y = Math.max(y, bottom - points)
      sheet.rule()
      sheet.gap(10)
      for (const column of columns) sheet.row(column)
    },
  }

  drawMark(document, margin, y)
  writeLine(about.product, margin + 30, y + 3.5, looks.large)
  y += 54
  write(sheet)

  const { count } = document.bufferedPageRange()
  for (let page = 0; page < count; page += 1) {
    document.switchToPage(page)
    const number = `Page ${page + 1} of ${count}`
    const x = width - margin - widthOfText(number, looks.note)
    writeLine(about.title, margin, height - 42, looks.note)
    writeLine(number, x, height - 42, looks.note)
  }
  document.end()
  await isWritten
  return new Uint8Array(await new Blob(pieces).arrayBuffer())
}

/** @returns all texts of a sheet. */
function textsOf(write: (sheet: Sheet) => void): string {
  const texts: string[] = []
  const nothing = () => {}
  const collect = (...columns: readonly Column[]) => {
    for (const { parts } of columns) {
      texts.push(...parts.map((part) => (part === 'rule' ? '' : part.text)))
    }
  }
  write({
    row: collect,
    foot: collect,
    gap: nothing,
    rule: nothing,
    keepTogether: nothing,
  })
  return texts.join('')
}

/** Draws the product's mark, as `src/ui/Logo.tsx` does. */
function drawMark(document: PDFKit.PDFDocument, x: number, y: number): void {
  document
    .save()
    .translate(x, y)
    .scale(22 / 32)
  const gradient = document.linearGradient(0, 0, 32, 32)
  gradient.stop(0, '#7c89ff').stop(0.5, '#4f61ff').stop(1, '#323cb9')
  document.roundedRect(0, 0, 32, 32, 9).fill(gradient)
  document.lineCap('round').lineJoin('round').strokeColor('#ffffff')
  document.lineWidth(2).circle(15, 15, 6.5).stroke()
  document.moveTo(20, 20).lineTo(24, 24).stroke()
  document.lineWidth(1.6).moveTo(12, 16.5).lineTo(14, 14).lineTo(16, 15.5).lineTo(18, 12.5).stroke()
  document.restore()
}
