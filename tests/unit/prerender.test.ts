import { onlineManager, type QueryClient } from '@tanstack/react-query'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { Route as pricing } from '../../routes/dashboard/_admin/pricing'
import { type RenderedPage, renderPages } from '../../src/prerender'
import { adminPages, memberMenu } from '../support/pages'

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
