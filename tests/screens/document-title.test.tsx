import { createMemoryHistory } from '@tanstack/react-router'
import { describe, expect, test } from 'vitest'
import { createQueryClient } from '../../src/query-client'
import { createAppRouter } from '../../src/router'
import { documentTitle } from '../../src/shell/page'

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

  test.each(pages.map((page) => [page.fullPath, page] as const))('%s', (_, { options }) => {
    expect(options.staticData?.title).toMatch(/\S/)
  })
})
