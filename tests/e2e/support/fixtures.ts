import { type BrowserContext, test as base, expect } from '@playwright/test'

/** The browser's errors during a test. */
interface BrowserErrors {
  /** Every complaint so far, those that were expected included. */
  readonly messages: readonly string[]
  /** Declares expected ones: a refused sign-in logs its 401. */
  allow(pattern: RegExp): void
  /** Listens to one more context; the test's own is listened to from the start. */
  watch(context: BrowserContext): void
}

/** A test that fails when the browser logs an error or a script throws, unless it was declared. */
export const test = base.extend<{ browserErrors: BrowserErrors }>({
  browserErrors: [
    async ({ context }, use, { project }) => {
      const messages: string[] = []
      const allowed: RegExp[] = [
        // Tests have no network: the geolocation service is out of reach wherever prices show, in mock
        // mode where the browser has just stopped its worker.
        /^console: Currency lookup failed|\(https:\/\/ipapi\.co\/json\/\)$/,
      ]
      if (project.name === 'mock-host') {
        // Mock mode asks again where its worker was stopped, and looks for a newer one as the page that used it goes away.
        allowed.push(/status of 404 .*\/api\//, /Failed to update a ServiceWorker/)
      }
      const browserErrors: BrowserErrors = {
        messages,
        allow: (pattern) => allowed.push(pattern),
        watch(watched) {
          watched.on('console', (message) => {
            if (message.type() !== 'error') return
            messages.push(`console: ${message.text()} (${message.location().url})`)
          })
          watched.on('weberror', (failure) => {
            messages.push(`exception: ${failure.error().message}`)
          })
        },
      }
      browserErrors.watch(context)
      await use(browserErrors)
      const unexpected = messages.filter((text) => !allowed.some((pattern) => pattern.test(text)))
      expect(unexpected, 'errors in the browser that the test did not declare').toEqual([])
    },
    { auto: true },
  ],
})
