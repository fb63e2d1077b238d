import { type BrowserContext, expect, type Locator, type Page } from '@playwright/test'

/** A part of an element's box and of what is right around it. */
export type Part = 'whole' | 'around' | 'upper edge'

/** @returns a picture of the page where the element is. */
export async function pictureOf(element: Locator, part: Part = 'whole'): Promise<Buffer> {
  // A page that comes alive may just be drawing the element anew.
  await expect.poll(() => element.boundingBox(), `${element} is drawn`).not.toBeNull()
  const box = await element.boundingBox()
  if (!box) throw new Error(`${element} went away.`)
  const { x, y, width, height } = box
  const clip = {
    whole: box,
    around: { x: x - 5, y: y - 5, width: width + 10, height: height + 10 },
    // Between its round corners, and above what stands in it.
    'upper edge': { x: x + width / 3, y: Math.round(y) - 1, width: width / 3, height: 4 },
  }[part]
  return await element.page().screenshot({ clip, animations: 'disabled' })
}

/** A blank page for each context: pages of the app let no picture in. */
const blanks = new WeakMap<BrowserContext, Page>()

/** @returns which share of the pixels of two pictures of one size is clearly another colour in the second. */
export async function shareChanged(page: Page, before: Buffer, after: Buffer): Promise<number> {
  const { changed, of } = await countChanged(page, before, after, { least: 64, onlyFlat: false })
  return changed / of
}

/**
 * @returns how many pixels of two pictures of one size are another colour in the second, of those that have the colour
 *   of their neighbours in both: so not of letters and edges, which machines draw differently.
 */
export async function flatPixelsChanged(page: Page, before: Buffer, after: Buffer) {
  const { changed } = await countChanged(page, before, after, { least: 3, onlyFlat: true })
  return changed
}

interface Comparison {
  /** Channels that differ by no more than this, of 255, are alike. */
  least: number
  onlyFlat: boolean
}

async function countChanged(page: Page, before: Buffer, after: Buffer, how: Comparison) {
  const context = page.context()
  const blank = blanks.get(context) ?? (await context.newPage())
  blanks.set(context, blank)
  return await blank.evaluate(
    async ({ pictures, least, onlyFlat }) => {
      const [one, other] = await Promise.all(
        pictures.map(async (base64) => {
          const image = new Image()
          image.src = `data:image/png;base64,${base64}`
          await image.decode()
          const canvas = new OffscreenCanvas(image.width, image.height)
          const context = canvas.getContext('2d')
          if (!context) throw new Error('There is no canvas.')
          context.drawImage(image, 0, 0)
          return context.getImageData(0, 0, image.width, image.height)
        }),
      )
      if (!one || !other || one.width !== other.width || one.height !== other.height) {
        throw new Error('They have different sizes.')
      }
      const { width } = one
      const differ = (from: ImageDataArray, at: number, to: ImageDataArray, there: number) =>
        [0, 1, 2].some((part) => Math.abs((from[at + part] ?? 0) - (to[there + part] ?? 0)) > least)
      const isFlat = ({ data }: ImageData, at: number) =>
        [8, -8, 8 * width, -8 * width].every((way) => !differ(data, at, data, at + way))
      // Most pixels are the same: whole ones are compared in a fraction of the time.
      const wholeOne = new Uint32Array(one.data.buffer)
      const wholeOther = new Uint32Array(other.data.buffer)
      let changed = 0
      for (let at = 0; at < one.data.length; at += 4) {
        if (wholeOne[at / 4] === wholeOther[at / 4]) continue
        if (!differ(one.data, at, other.data, at)) continue
        if (!onlyFlat || (isFlat(one, at) && isFlat(other, at))) changed++
      }
      return { changed, of: one.data.length / 4 }
    },
    { pictures: [before.toString('base64'), after.toString('base64')], ...how },
  )
}
