import { bypass, delay, HttpResponse, http, type RequestHandler } from 'msw'
import { countryOf } from '../server/api/country'
import { type Conditions, callOf, type Failure, injectFailure } from './conditions'

/** Marks answers of mock mode, to distinguish them from a static server's. */
export const mockHeader = 'x-orglens-mock'

/** The app's default address for the visitor's country. */
export const countryService = 'https://ipapi.co/json/'

const countries = { USD: 'US', INR: 'IN' } as const

/**
 * Mounts the API in MSW, with faults on demand.
 * @param api answers everything that doesn't fail, at an address of its own origin.
 * @param load reads the conditions; called for each request.
 * @param save stores them after a failure that happens once.
 * @param apiAddress the API's address, without a trailing slash. Other paths with `/api/` in them
 *   aren't intercepted: `/src/api/call.ts` is a module of the app.
 */
export function createHandlers(
  api: (request: Request) => Promise<Response>,
  load: () => Conditions,
  save: (conditions: Conditions) => void,
  apiAddress: string = window.location.origin,
): RequestHandler[] {
  const marked = async (answer: Promise<Response>) => {
    const response = await answer
    // A network error has no headers to set.
    if (response.type === 'error') return response
    response.headers.set(mockHeader, 'yes')
    // Sets the header `Date`, as Node's server does. Screens read the time from it.
    response.headers.set('date', new Date(Date.now() + (load().clock ?? 0)).toUTCString())
    return response
  }

  return [
    ...['/dev/mailbox.json', '/sandbox/price', '/sandbox/sample-link.json'].map((path) =>
      http.get(path, ({ request }) => marked(api(request))),
    ),
    ...['/sandbox/pay', '/sandbox/refund'].map((path) =>
      http.post(path, ({ request }) => marked(api(request))),
    ),
    http.all(`${apiAddress}/api/*`, async ({ request: original }) => {
      const request = await atOwnOrigin(original, apiAddress)
      const name = callOf(request)
      const { latency, latencies = {} } = load()
      const time = (name && latencies[name]) ?? latency
      if (time > 0) await delay(time)
      return await marked(unlessItFails(name ?? 'all', () => api(request)))
    }),
    // Stand-ins for external services: the sandbox's checkout, and the browser's language as the
    // country.
    http.get('https://checkout.razorpay.com/v1/checkout.js', () =>
      unlessItFails('checkout-script', () =>
        fetch(bypass(`${import.meta.env.BASE_URL}sandbox/checkout.js`)),
      ),
    ),
    http.get(countryService, () =>
      unlessItFails('geolocation', async () => {
        const { currency } = load()
        const country = currency ? countries[currency] : countryOf(navigator.language)
        return HttpResponse.json({ country })
      }),
    ),
  ]

  async function unlessItFails(name: string, answer: () => Promise<Response>): Promise<Response> {
    const failure = injectFailure(name, load, save)
    return failure === undefined ? await answer() : await answerOf(failure)
  }
}

/** Returns the request at the app's own origin: the API knows only its own paths. */
async function atOwnOrigin(request: Request, apiAddress: string): Promise<Request> {
  const { origin } = window.location
  if (apiAddress === origin) return request
  const { method, headers } = request
  const body = method === 'GET' || method === 'HEAD' ? null : await request.arrayBuffer()
  return new Request(request.url.replace(apiAddress, origin), { method, headers, body })
}

async function answerOf(failure: Failure): Promise<Response> {
  switch (failure) {
    case 'network':
      return HttpResponse.error()
    case 'never':
      await delay('infinite')
      return HttpResponse.error()
    case 'not-json':
      return HttpResponse.html('<!doctype html><title>Not the API</title>')
    case 'wrong-shape':
      return HttpResponse.json({ unexpected: true })
    default: {
      const text = `Mock mode was told to fail with ${failure}.`
      return HttpResponse.json({ error: text, message: text }, { status: failure })
    }
  }
}
