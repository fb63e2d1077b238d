import { createReadStream, existsSync, statSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { extname, join, normalize } from 'node:path'
import { expect } from '@playwright/test'
import { listenOnLoopback } from '../support/program'
import { activityRows, openCheckout } from './support/billing'
import { dashboardFrame } from './support/dashboard'
import { test } from './support/fixtures'
import { holdScripts, isTakenOver } from './support/scripts'
import { signOut, submitSignIn } from './support/session'

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
}

const isFile = (path: string) => existsSync(path) && statSync(path).isFile()

/**
 * Serves a folder under a path as GitHub Pages does: a folder by its `index.html`, at an address that
 * ends with a slash, and missing files with the folder's `404.html`, with that status. A folder without one has its
 * `index.html` for the rest, as other hosts do.
 * @param base begins and ends with a slash. @returns the site's address, without one at its end.
 */
async function serveFolder(folder: string, base: string) {
  const hasNotFound = isFile(join(folder, '404.html'))
  const rest = hasNotFound ? { file: '404.html', status: 404 } : { file: 'index.html', status: 200 }
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://site')
    const file = pathname.startsWith(base)
      ? join(folder, normalize(`/${pathname.slice(base.length)}`))
      : null
    if (file && !pathname.endsWith('/') && isFile(join(file, 'index.html'))) {
      return response.writeHead(301, { location: `${pathname}/` }).end()
    }
    const found = file && [file, join(file, 'index.html')].find(isFile)
    const sent = found ?? (file && join(folder, rest.file))
    if (!sent) return response.writeHead(404).end('Not this site')
    const type = types[extname(sent)] ?? 'text/plain'
    response.writeHead(found ? 200 : rest.status, { 'content-type': type })
    return createReadStream(sent).pipe(response)
  })
  servers.push(server)
  return `http://127.0.0.1:${await listenOnLoopback(server)}${base.slice(0, -1)}`
}

const servers: Server[] = []
test.afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections()
})

test('a plain static host serves the prerendered screens and the app', async ({ page }) => {
  const site = await serveFolder('dist', '/')
  const release = await holdScripts(page)
  await page.goto(`${site}/signin`, { waitUntil: 'commit' })
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible()
  release()
  await expect.poll(() => isTakenOver(page)).toBe(true)
  await page.goto(`${site}/reset-password/a-token`)
  await expect(page.getByRole('heading', { name: 'Reset password' })).toBeVisible()
  await page.goto(`${site}/dashboard/main`)
  // Such a host adds a slash to the address of a page that lies in a folder.
  await expect(page).toHaveURL(`${site}/signin?redirect=%2Fdashboard%2Fmain%2F`)
})

test('the demo works under a path of a static host, from its front page to a paid plan and by its links', async ({
  page,
  context,
  browserErrors,
}) => {
  // A static host answers a deep link with the app, and says that there is no such file. Real files must be there.
  browserErrors.allow(/status of 404 .*\/orglens\/(?!.*\.(js|css|woff2|svg|webmanifest)\))/)
  browserErrors.allow(/status of 410 /)
  // The mail's frame runs no scripts, those of the test driver included.
  browserErrors.allow(/Blocked script execution/)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  // The path that the step `build` makes the demo for.
  const site = await serveFolder('build/demo', '/orglens/')
  const at = (path: string) => `${site}${path}`
  await page.goto(at('/'))
  await expect(page).toHaveURL(at('/signin'))
  await submitSignIn(page, 'admin@globex.test')
  await expect(page).toHaveURL(at('/dashboard/default/'))
  await page.getByRole('link', { name: 'Dashboard', exact: true }).first().click()
  await expect(page).toHaveURL(at('/dashboard/main'))
  await dashboardFrame(page)
  await page.goto(at('/dashboard/pricing'))
  const checkout = await openCheckout(page, 'Growth')
  await checkout.getByRole('button', { name: 'Pay now' }).click()
  await expect(page).toHaveURL(at('/dashboard/subscription'))
  await expect.poll(async () => (await activityRows(page))[0]).toContain('Growth (monthly)')

  await test.step('its organisation link leads into it', async () => {
    await page.goto(at('/dashboard/profile'))
    await page.getByRole('button', { name: 'Copy the link' }).click()
    await expect(page.getByText('Link copied to clipboard!')).toBeVisible()
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    expect(copied.startsWith(at('/'))).toBe(true)
    await signOut(page)
    await page.goto(copied)
    await expect(page).toHaveURL(/\/orglens\/orginisation\/globex/)
  })

  await test.step('a mail leads back into it', async () => {
    await page.goto(at('/forgot-password'))
    // Mock mode loads a page once more if its worker has ended with the page before.
    await expect.poll(() => isTakenOver(page)).toBe(true)
    await page.getByLabel('Email').fill('member@acme.test')
    await page.getByRole('button', { name: /reset/i }).click()
    await expect(page.getByRole('form').getByRole('status')).toBeVisible()
    await page.goto(at('/dev/mailbox/'))
    // The demo's receipts are mailed meanwhile.
    const mails = page.getByRole('main').getByRole('button', { name: /password/ })
    await mails.first().click()
    const mail = page.frameLocator('iframe').first()
    const opened = context.waitForEvent('page')
    await mail.getByRole('link', { name: 'Set a new password' }).click()
    await expect(await opened).toHaveURL(new RegExp(`^${site}/reset-password/`))
  })

  await test.step('a link to a paper is answered by the API', async () => {
    await page.goto(at('/api/open-paper/?token=forged'))
    await expect(page.getByText('ask an admin')).toBeVisible()
  })
})
