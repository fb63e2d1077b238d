import { cors } from 'hono/cors'
import { secureHeaders } from 'hono/secure-headers'
import { invitationProofHeader } from '../../contract/session-extensions'

/** What no page of ours needs, nor a frame in one; what isn't named keeps to the browser's own rule. */
const permissionsPolicy = Object.fromEntries(
  [
    'accelerometer',
    'camera',
    'displayCapture',
    'geolocation',
    'gyroscope',
    'hid',
    'magnetometer',
    'microphone',
    'midi',
    'serial',
    'usb',
  ].map((feature) => [feature, []]),
)

/** @param isHttps whether people reach the app by https. @returns what every answer says to browsers. */
export function securityHeaders(isHttps: boolean) {
  return secureHeaders({
    // Pages bring a policy of their own; dashboards may open in frames of this origin.
    xFrameOptions: 'SAMEORIGIN',
    // Banks open windows of their own while one pays.
    crossOriginOpenerPolicy: 'same-origin-allow-popups',
    // A year, and for this name only: others under it may be somebody else's.
    strictTransportSecurity: isHttps ? 'max-age=31536000' : false,
    permissionsPolicy,
  })
}

/** Lets pages of other origins call the API, with what its answers and its limits say. */
export function allowOrigins(origins: string[]) {
  return cors({
    origin: origins,
    allowMethods: ['GET', 'POST', 'PUT'],
    allowHeaders: ['Authorization', 'Content-Type', invitationProofHeader],
    exposeHeaders: ['Retry-After', 'X-Request-Id'],
    maxAge: 600,
  })
}
