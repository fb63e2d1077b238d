import { onlineManager } from '@tanstack/react-query'
import { afterAll, expect, test } from 'vitest'
import { type RenderedPage, renderPages } from '../../src/prerender'
import { applySettings } from '../../src/settings'
import { adminPages, memberMenu } from '../support/pages'

const html =
  '<html><title>Orglens</title> <script type="application/json" id="start">{}</script><div id="root"></div><!--root--></html>'

afterAll(() => {
  onlineManager.setOnline(true)
  applySettings('{}')
})

const render = async () =>
  new Map((await renderPages('{"extensions":"orglens"}')).map((page) => [page.folder, page]))

const screenOf = (page: RenderedPage | undefined, user: string) =>
  page
    ?.putInto(html)
    .split(/(?=<div class="early )/)
    .find((part) => part.startsWith(`<div class="early early-${user}"`)) ?? ''
const headingOf = (screen: string) => /<h1[^>]*>([^<]*)<\/h1>/.exec(screen)?.[1]

test('pages speak of the deployment that its settings describe', async () => {
  const settings = '{"extensions":"orglens","productName":"Numbers"}'
  const page = (await renderPages(settings)).find(({ folder }) => folder === 'dashboard/profile')
  expect(page?.putInto(html)).toContain('How your team sees you in Numbers.')
})

test('what members get of an admin’s page is a member’s: the main dashboard, and its call', async () => {
  const pages = await render()
  expect(adminPages.length).toBeGreaterThan(5)
  for (const { path } of adminPages) {
    const page = pages.get(path.slice(1).replace(/inv_\d+/, '$receiptId'))
    const screen = screenOf(page, 'member')
    const entries = [...screen.matchAll(/<\/svg>([^<]+)<\/a><\/li>/g)].map(([, name]) => name)
    expect(entries, path).toEqual(memberMenu)
    expect(headingOf(screen), path).toBe('Dashboard')
    expect(screen, path).toContain('Loading Dashboard...')
    expect(page?.putInto(html), path).toContain('{"calls":{"member":["/api/profile/"],')
  }
})
