import { createMemoryHistory } from '@tanstack/react-router'
import { waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { createQueryClient } from '../../src/query-client'
import { createAppRouter } from '../../src/router'
import { documentTitle } from '../../src/shell/page'
import { openApp, signedInAs } from '../support/render-app'

const shows = (title: string) => waitFor(() => expect(document.title).toBe(title))

describe('signed in', () => {
  test('each page has its own', async () => {
    await signedInAs('admin')
    const { goTo } = openApp('/dashboard/main')
    await shows('Dashboard · Orglens')
    for (const [address, title] of [
      ['/dashboard/profile', 'Profile Settings · Orglens'],
      ['/dashboard/invite-team', 'Invite Team · Orglens'],
      ['/dashboard/nowhere', 'Page not found · Orglens'],
    ] as const) {
      await goTo(address)
      await shows(title)
    }
  })
})

test('no title hints at a page that a server doesn’t offer', () => {
  const [folder, page] = [
    { status: 'success', staticData: {} },
    { status: 'notFound', staticData: { title: 'Audit' } },
  ] as const
  expect(documentTitle([folder, page])).toBe('Page not found · Orglens')
})

/** By the route tree itself: a page that is added there is held to it. */
describe('every page has a title', () => {
  const routes = Object.values(
    createAppRouter(createQueryClient(), createMemoryHistory()).routesById,
  )
  const pages = routes.filter(
    ({ children, options }) => children === undefined && options.component !== undefined,
  )

  test('is one that the specification names', () => {
    const paths = pages.map(({ fullPath }) => fullPath)
    expect(paths).toEqual(expect.arrayContaining(['/signin', '/dashboard/main']))
    expect(paths.length).toBeGreaterThan(10)
  })

  test.each(pages.map((page) => [page.fullPath, page] as const))('%s', (_, { options }) => {
    expect(options.staticData?.title).toMatch(/\S/)
  })
})
