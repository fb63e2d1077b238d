import { Hono } from 'hono'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { second, withTimeout } from '../../lib/time'
import { commit, version } from './version'

/** The timeout for reading a gauge: longer than a probe of the database. Prometheus waits for 10 s in all. */
const timeout = 3 * second

const nothing = (): Record<string, number> => ({})

export type Metrics = ReturnType<typeof createMetrics>

/** @returns the server's metrics; docs/operating.md explains each. */
export function createMetrics() {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  new Gauge({
    name: 'orglens_build_info',
    help: 'Always 1: which version and commit runs, on which Node.',
    labelNames: ['version', 'commit', 'node'],
    registers: [registry],
  }).set({ version, commit, node: process.version }, 1)
  const requests = new Histogram({
    name: 'orglens_request_duration_seconds',
    help: 'How long answers took, by call of the API and status.',
    labelNames: ['route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  })
  const calls = new Histogram({
    name: 'orglens_service_call_duration_seconds',
    help: 'How long calls of the provider, of the mail server and of hashing took, by outcome.',
    labelNames: ['service', 'call', 'outcome'],
    buckets: [0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30],
    registers: [registry],
  })
  const inFlight = new Gauge({
    name: 'orglens_service_calls_under_way',
    help: 'Calls of a service that have not ended.',
    labelNames: ['service'],
    registers: [registry],
  })

  async function timed<Result>(
    service: string,
    call: string,
    result: Promise<Result>,
  ): Promise<Result> {
    inFlight.inc({ service })
    const end = calls.startTimer({ service, call })
    try {
      const value = await result
      end({ outcome: 'success' })
      return value
    } catch (error) {
      end({ outcome: 'failure' })
      throw error
    } finally {
      inFlight.dec({ service })
    }
  }

  return {
    /** @param seconds the duration of the answer. */
    countRequest: (route: string, status: number, seconds: number) =>
      requests.observe({ route, status }, seconds),

    /**
     * @param service one of a few names: `payments`, `mail`, `passwords`.
     * @returns the same service, with its calls counted and timed.
     */
    watch: <Service extends object>(service: string, target: Service): Service =>
      new Proxy(target, {
        get(_target, name) {
          const value: unknown = Reflect.get(target, name)
          if (typeof value !== 'function') return value
          return (...parameters: unknown[]) => {
            const result: unknown = value.apply(target, parameters)
            return result instanceof Promise ? timed(service, String(name), result) : result
          }
        },
      }),

    /**
     * @param read returns the current values by kind, whenever metrics are read. If it fails or times
     *   out, the gauge has no values: an outage mustn't hide the other metrics.
     */
    addGauge(name: string, help: string, read: () => Promise<Record<string, number>>): void {
      new Gauge({
        name,
        help,
        labelNames: ['kind'],
        registers: [registry],
        async collect() {
          this.reset()
          const values = await withTimeout(read().catch(nothing), timeout, nothing())
          for (const [kind, value] of Object.entries(values)) this.set({ kind }, value)
        },
      })
    },

    /** @returns all metrics, in Prometheus's text format. */
    text: () => registry.metrics(),
    contentType: registry.contentType,
  }
}

/** The routes of the port for Prometheus. */
export function metricsRoutes(metrics: Metrics): Hono {
  const routes = new Hono()
  routes.get('/metrics', async (context) =>
    context.body(await metrics.text(), 200, { 'Content-Type': metrics.contentType }),
  )
  return routes
}
