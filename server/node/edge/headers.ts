import { cors } from 'hono/cors'
import { secureHeaders } from 'hono/secure-headers'
import { invitationProofHeader } from '../../../contract/session'

/** Features that neither our pages nor frames in them need; the others keep the browser's default. */
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

/**
 * @param isHttps whether users reach the app by https.
 * @param sendsReferer whether other sites get this one's origin. They never get a path, which may hold a token.
 * @returns the headers of every answer.
 */
export function securityHeaders(isHttps: boolean, sendsReferer: boolean) {
  return secureHeaders({
    // Pages bring their own policy; dashboards may open in frames of this origin.
    xFrameOptions: 'SAMEORIGIN',
    // Banks open their own windows during a payment.
    crossOriginOpenerPolicy: 'same-origin-allow-popups',
    // Valid for a year, and for this host only: subdomains may be somebody else's.
    strictTransportSecurity: isHttps ? 'max-age=31536000' : false,
    referrerPolicy: sendsReferer ? 'strict-origin' : 'no-referrer',
    permissionsPolicy,
  })
}

/** Lets pages of other origins call the API, and read its headers on limits and its clock. */
export function allowOrigins(origins: string[]) {
  return cors({
    origin: origins,
    allowMethods: ['GET', 'POST', 'PUT'],
    allowHeaders: ['Authorization', 'Content-Type', invitationProofHeader],
    exposeHeaders: ['Date', 'Retry-After', 'X-Request-Id'],
    maxAge: 600,
  })
}
