import type { Page } from '@playwright/test'

/**
 * Takes a picture of each frame that the browser paints meanwhile.
 * @returns the pictures, the first frame first.
 */
export async function framesDuring(page: Page, action: () => Promise<unknown>): Promise<Buffer[]> {
  const session = await page.context().newCDPSession(page)
  const frames: Buffer[] = []
  session.on('Page.screencastFrame', ({ data, sessionId }) => {
    frames.push(Buffer.from(data, 'base64'))
    session.send('Page.screencastFrameAck', { sessionId }).catch(() => {})
  })
  await session.send('Page.startScreencast', { format: 'png', everyNthFrame: 1 })
  await action()
  await session.send('Page.stopScreencast')
  await session.detach()
  return frames
}
