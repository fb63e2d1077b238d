import { bypass, delay, HttpResponse, http, type RequestHandler } from 'msw'
import { type Conditions, callOf, type Failure, injectFailure } from './conditions'

/** Marks answers of mock mode, so that those of a static server aren't taken for them. */
export const mockHeader = 'x-orglens-mock'

/** Where the app asks which country the visitor is in, unless a setting says otherwise. */
export const countryService = 'https://ipapi.co/json/'

const countries = { USD: 'US', INR: 'IN' } as const

/**
 * The API mounted in MSW, with faults on demand.
 * @param api answers what doesn't fail, at an address of its own origin.
 * @param load gives the conditions; asked again for each request.
 * @param save keeps them, when something was to fail once, and has.
 * @param apiAddress what calls are sent to, without a slash at its end. Nothing else that has `/api/` in
 *   its path is answered: `/src/api/call.ts` is a module of the app.
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
    if (response.type !== 'error') response.headers.set(mockHeader, 'yes')
    return response
  }

  return [
    http.get('/dev/mailbox.json', ({ request }) => marked(api(request))),
    http.all(`${apiAddress}/api/*`, async ({ request: sent }) => {
      const request = await atOwnOrigin(sent, apiAddress)
      const name = callOf(request)
      const { latency, latencies = {} } = load()
      const time = (name && latencies[name]) ?? latency
      if (time > 0) await delay(time)
      return await marked(unlessItFails(name ?? 'all', () => api(request)))
    }),
    // What isn't ours: the provider's checkout is the sandbox's, and one is where one's language is.
    http.get('https://checkout.razorpay.com/v1/checkout.js', () =>
      unlessItFails('checkout-script', () =>
        fetch(bypass(`${import.meta.env.BASE_URL}sandbox/checkout.js`)),
      ),
    ),
    http.get('/sandbox/price', ({ request }) => marked(api(request))),
    http.post('/sandbox/pay', ({ request }) => marked(api(request))),
    http.get(countryService, () =>
      unlessItFails('geolocation', async () => {
        const { currency } = load()
        const country = currency
          ? countries[currency]
          : (new Intl.Locale(navigator.language).region ?? 'US')
        return HttpResponse.json({ country })
      }),
    ),
  ]

  async function unlessItFails(name: string, answer: () => Promise<Response>): Promise<Response> {
    const failure = injectFailure(name, load, save)
    return failure === undefined ? await answer() : await answerOf(failure)
  }
}

/** The API knows its paths alone, and takes the origin that it is asked at for the app's. */
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
