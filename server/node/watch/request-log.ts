import type { MiddlewareHandler } from 'hono'
import type { RequestIdVariables } from 'hono/request-id'
import type { LogFields } from '../../api/host-environment'
import type { Log } from '../../lib/log'
import type { ListenBindings } from '../edge/listen'
import type { Metrics } from './metrics'

/** The context of a request in the host's routes. */
export interface WatchedRequest {
  Bindings: ListenBindings & { logFields?: LogFields }
  Variables: RequestIdVariables
}

/**
 * Logs and counts each request. Both contain the route rather than the path, because some paths
 * contain tokens. Our own failures are errors.
 */
export function watchRequests(log: Log, metrics: Metrics): MiddlewareHandler<WatchedRequest> {
  return async (context, next) => {
    const began = performance.now()
    const logFields: LogFields = {}
    context.env.logFields = logFields
    await next()
    // Set it again: the API's answer is a new response.
    context.res.headers.set('X-Request-Id', context.get('requestId'))
    const milliseconds = performance.now() - began
    const { status } = context.res
    const route = logFields.call ?? (context.req.path.startsWith('/api') ? 'unknown' : 'site')
    metrics.countRequest(route, status, milliseconds / 1000)
    const details = {
      requestId: context.get('requestId'),
      method: context.req.method,
      route,
      status,
      milliseconds: Math.round(milliseconds * 10) / 10,
      ...(logFields.outcome && { outcome: logFields.outcome }),
      ...(logFields.userId && { userId: logFields.userId }),
      ...(logFields.error && { error: logFields.error }),
    }
    if (status >= 500) log.error('A request failed', details)
    else log.info('Request', details)
  }
}
