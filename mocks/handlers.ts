import { delay, HttpResponse, http, type RequestHandler } from 'msw'
import { type Faults, failureOf } from './faults'

/** Marks answers of mock mode, so that those of a static server aren't taken for them. */
export const mockHeader = 'x-orglens-mock'

/**
 * The API mounted in MSW, with faults on demand.
 * @param api answers what doesn't fail.
 * @param faults is asked again for each request.
 */
export function createHandlers(
  api: (request: Request) => Promise<Response>,
  faults: () => Faults,
): RequestHandler[] {
  return [
    http.get('*/dev/mailbox.json', async ({ request }) => {
      const response = await api(request)
      response.headers.set(mockHeader, 'yes')
      return response
    }),
    http.all('*/api/*', async ({ request }) => {
      const { latency } = faults()
      if (latency > 0) await delay(latency)
      const response = await answer(request)
      // A network error has no headers to set.
      if (response.type !== 'error') response.headers.set(mockHeader, 'yes')
      return response
    }),
    // What isn't ours: the provider's checkout is the sandbox's, and one is where one's language is.
    http.get('https://checkout.razorpay.com/v1/checkout.js', () =>
      api(new Request(new URL('/sandbox/checkout.js', window.location.origin))),
    ),
    http.get('/sandbox/checkout.js', ({ request }) => api(request)),
    http.post('/sandbox/pay', async ({ request }) => {
      const response = await api(request)
      response.headers.set(mockHeader, 'yes')
      return response
    }),
    http.get('https://ipapi.co/json/', () =>
      HttpResponse.json({ country: new Intl.Locale(navigator.language).region ?? 'US' }),
    ),
  ]

  async function answer(request: Request): Promise<Response> {
    const failure = failureOf(request, faults())
    if (failure === 'network') return HttpResponse.error()
    if (failure === 'not-json')
      return HttpResponse.html('<!doctype html><title>Not the API</title>')
    if (failure !== undefined) {
      const text = `Mock mode was told to fail with ${failure}.`
      return HttpResponse.json({ error: text, message: text }, { status: failure })
    }
    return api(request)
  }
}
