import { onlineManager } from '@tanstack/react-query'
import { afterAll, expect, test } from 'vitest'
import { renderPages } from '../../src/prerender'
import { applySettings } from '../../src/settings'
import { adminPages, memberMenu } from '../support/pages'

const html =
  '<html><title>Orglens</title> <script type="application/json" id="start">{}</script><div id="root"></div><!--root--></html>'

afterAll(() => {
  onlineManager.setOnline(true)
  applySettings('{}')
})

test('pages speak of the deployment that its settings describe', async () => {
  const settings = '{"extensions":"orglens","productName":"Numbers"}'
  const page = (await renderPages(settings)).find(({ folder }) => folder === 'dashboard/profile')
  expect(page?.putInto(html)).toContain('How your team sees you in Numbers.')
})

test('what members get of an admin’s page is a member’s: the main dashboard, and its call', async () => {
  const pages = await renderPages('{"extensions":"orglens"}')
  expect(adminPages.length).toBeGreaterThan(5)
  for (const { path } of adminPages) {
    const name = path.slice(1).replace(/inv_\d+/, '$receiptId')
    const page = pages.find(({ folder }) => folder === name)?.putInto(html) ?? ''
    const [, screen = ''] =
      /<div class="early early-member"(.*?)(?=<div class="early |$)/s.exec(page) ?? []
    const entries = [...screen.matchAll(/<\/svg>([^<]+)<\/a><\/li>/g)].map(([, entry]) => entry)
    expect(entries, path).toEqual(memberMenu)
    expect(screen, path).toMatch(/<h1[^>]*>Dashboard<\/h1>/)
    expect(screen, path).toContain('Loading Dashboard...')
    expect(page, path).toContain('{"calls":{"member":["/api/profile/"],')
  }
})
