import { onlineManager, type QueryClient } from '@tanstack/react-query'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { Route as pricing } from '../../routes/dashboard/_admin/pricing'
import { type RenderedPage, renderPages } from '../../src/prerender'
import { adminPages, memberMenu, signedInPages, signedOutPages } from '../support/pages'

const html =
  '<html><title>Orglens</title> <script type="application/json" id="start">{}</script><div id="root"></div><!--root--></html>'

const { component, loader } = pricing.options

afterEach(() => Object.assign(pricing.options, { component, loader }))
afterAll(() => onlineManager.setOnline(true))

const render = async () =>
  new Map((await renderPages('{"extensions":"orglens"}')).map((page) => [page.folder, page]))

/** The texts of a screen, as its user sees it. */
const screenOf = (page: RenderedPage | undefined, user: string) =>
  page
    ?.putInto(html)
    .split(/(?=<div class="early )/)
    .find((part) => part.startsWith(`<div class="early early-${user}"`)) ?? ''
const headingOf = (screen: string) => /<h1[^>]*>([^<]*)<\/h1>/.exec(screen)?.[1]

test('every page is rendered, signed-out ones for nobody and the others for members and admins', async () => {
  const pages = await render()
  for (const { path, shows } of signedOutPages) {
    const page = pages.get(path.slice(1).replace('a-token', '$token'))
    expect(headingOf(screenOf(page, 'nobody')), path).toBe(shows)
    expect(page?.putInto(html), path).toContain('id="start">{"calls":{"nobody":[]}}</script>')
  }
  for (const { path } of signedInPages) {
    const page = pages.get(path.slice(1).replace(/inv_\d+/, '$receiptId'))
    expect(headingOf(screenOf(page, 'member')), path).toMatch(/\w/)
    expect(headingOf(screenOf(page, 'admin')), path).toMatch(/\w/)
  }
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

test('a page that is rendered again takes the place of the one that is there', async () => {
  const page = (await render()).get('signin')
  const once = page?.putInto(html) ?? ''
  expect(page?.putInto(once)).toBe(once)
  expect(once.match(/<title>|<h1/g)).toEqual(['<title>', '<h1'])
})

describe('a mistake is no page', () => {
  test('a screen that throws', async () => {
    Object.assign(pricing.options, {
      component: () => {
        throw new Error('the mistake')
      },
    })
    await expect(render()).rejects.toThrow('/dashboard/pricing has no screen for admin')
  })

  test('a loader that asks for what the API doesn’t have', async () => {
    Object.assign(pricing.options, {
      loader: ({ context }: { context: { queryClient: QueryClient } }) => {
        void context.queryClient.prefetchQuery({ queryKey: ['currency'], queryFn: () => 'USD' })
      },
    })
    await expect(render()).rejects.toThrow('/dashboard/pricing loads /api/currency/')
  })

  test('HTML without a place for it', async () => {
    const page = (await render()).get('signin')
    expect(() => page?.putInto('<html></html>')).toThrow('There is no place for /signin')
  })
})
