import { delay, HttpResponse, http, type RequestHandler } from 'msw'
import { type Conditions, callOf, type Failure, meetFailure } from './conditions'

/** Marks answers of mock mode, so that those of a static server aren't taken for them. */
export const mockHeader = 'x-orglens-mock'

const countries = { USD: 'US', INR: 'IN' } as const

/**
 * The API mounted in MSW, with faults on demand.
 * @param api answers what doesn't fail.
 * @param load gives the conditions; asked again for each request.
 * @param save keeps them, when something was to fail once, and has.
 */
export function createHandlers(
  api: (request: Request) => Promise<Response>,
  load: () => Conditions,
  save: (conditions: Conditions) => void,
): RequestHandler[] {
  const marked = async (answer: Promise<Response>) => {
    const response = await answer
    // A network error has no headers to set.
    if (response.type !== 'error') response.headers.set(mockHeader, 'yes')
    return response
  }

  return [
    http.get('*/dev/mailbox.json', ({ request }) => marked(api(request))),
    http.all('*/api/*', async ({ request }) => {
      const name = callOf(request)
      const { latency, latencies = {} } = load()
      const time = (name && latencies[name]) ?? latency
      if (time > 0) await delay(time)
      return await marked(unlessItFails(name ?? 'all', () => api(request)))
    }),
    // What isn't ours: the provider's checkout is the sandbox's, and one is where one's language is.
    http.get('https://checkout.razorpay.com/v1/checkout.js', () =>
      unlessItFails('checkout-script', () =>
        api(new Request(new URL('/sandbox/checkout.js', window.location.origin))),
      ),
    ),
    http.get('/sandbox/checkout.js', ({ request }) => api(request)),
    http.get('/sandbox/price', ({ request }) => marked(api(request))),
    http.post('/sandbox/pay', ({ request }) => marked(api(request))),
    http.get('https://ipapi.co/json/', () =>
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
    const failure = meetFailure(name, load, save)
    return failure === undefined ? await answer() : await answerOf(failure)
  }
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
