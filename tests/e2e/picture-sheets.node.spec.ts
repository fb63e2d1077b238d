import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { test } from './support/fixtures'
import PictureSheets from './support/picture-sheets'

/** @returns the colours across the middle of a picture, from left to right, without grey ones. */
async function coloursAcross(page: Page, file: string): Promise<string[]> {
  return await page.evaluate(
    async (data) => {
      const image = new Image()
      image.src = `data:image/png;base64,${data}`
      await image.decode()
      const canvas = new OffscreenCanvas(image.width, image.height)
      const context = canvas.getContext('2d')
      context?.drawImage(image, 0, 0)
      const row = context?.getImageData(0, image.height - 40, image.width, 1).data ?? []
      const colours: string[] = []
      for (let at = 0; at < row.length; at += 4) {
        const colour = [row[at], row[at + 1], row[at + 2]]
        if (new Set(colour).size > 1 && String(colour) !== colours.at(-1))
          colours.push(String(colour))
      }
      return colours
    },
    readFileSync(file, 'base64'),
  )
}

test('each changed picture gets a sheet: before, after, difference', async ({ page }, {
  config,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'orglens-sheets-'))
  const attachments = []
  for (const [kind, colour] of [
    ['actual', 'rgb(0, 0, 255)'],
    ['diff', 'rgb(0, 255, 0)'],
    ['expected', 'rgb(255, 0, 0)'],
  ] as const) {
    await page.setContent(`<body style="background: ${colour}">`)
    const path = join(folder, `${kind}.png`)
    await page.screenshot({ path })
    attachments.push({ name: `profile-light-390-${kind}.png`, path, contentType: 'image/png' })
  }

  let said = ''
  const sheets = new PictureSheets({
    folder: join(folder, 'sheets'),
    say: (text) => {
      said += text
    },
  })
  sheets.onBegin(config)
  sheets.onTestEnd(null, { attachments })
  sheets.onTestEnd(null, { attachments: [{ name: 'screenshot', path: 'none', contentType: '' }] })
  await sheets.onEnd()
  expect(said).toContain(join(folder, 'sheets/profile-light-390.png'))
  expect(readdirSync(join(folder, 'sheets'))).toEqual(['profile-light-390.png'])
  expect(await coloursAcross(page, join(folder, 'sheets/profile-light-390.png'))).toEqual([
    '255,0,0',
    '0,0,255',
    '0,255,0',
  ])
  rmSync(folder, { recursive: true })
})
