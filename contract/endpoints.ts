import type * as v from 'valibot'
import * as billing from './billing'
import { acknowledgement, messageResponse } from './error'
import * as organisation from './organisation'
import { profile, profileUpdate } from './profile'
import * as session from './session'

type Schema = v.GenericSchema

/** One call of the API: the client calls it and the server routes it from here. */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PUT'
  readonly path: `/api/${string}/`
  /**
   * The input: a body, or with GET a query string, whose fields arrive as text. Null for none; a
   * body is then ignored.
   */
  readonly request: Schema | null
  /** Null for a call that answers 204, without a body. */
  readonly response: Schema | null
  /** The server answers 401 without a valid access token. */
  readonly needsBearer: boolean
  /** The server answers 403 to members who are not admins (D7). */
  readonly adminOnly: boolean
  /** A 401 makes the client refresh the access token and retry once (D11). */
  readonly refreshesSession: boolean
}

const open = { needsBearer: false, adminOnly: false, refreshesSession: false } as const
export const forMembers = { needsBearer: true, adminOnly: false, refreshesSession: true } as const
export const forAdmins = { needsBearer: true, adminOnly: true, refreshesSession: true } as const

/** Every call of the specification's section 7, once. */
export const endpoints = {
  login: {
    method: 'POST',
    path: '/api/login/',
    request: session.loginRequest,
    response: session.loginResponse,
    ...open,
  },
  getProfile: {
    method: 'GET',
    path: '/api/profile/',
    request: null,
    response: profile,
    ...forMembers,
  },
  updateProfile: {
    method: 'PUT',
    path: '/api/profile/',
    request: profileUpdate,
    response: profile,
    ...forMembers,
  },
  refreshToken: {
    method: 'POST',
    path: '/api/token/refresh/',
    request: session.refreshTokenRequest,
    response: session.refreshTokenResponse,
    ...open,
  },
  getPricing: {
    method: 'GET',
    path: '/api/pricing/',
    request: null,
    response: billing.pricingResponse,
    // The price list is public on our server (D7); another server may require a bearer.
    ...open,
    refreshesSession: true,
  },
  createSubscription: {
    method: 'POST',
    path: '/api/create-subscription/',
    request: billing.createSubscriptionRequest,
    response: billing.createSubscriptionResponse,
    ...forAdmins,
  },
  verifySubscription: {
    method: 'POST',
    path: '/api/verify-subscription/',
    request: billing.verifySubscriptionRequest,
    response: acknowledgement,
    ...forAdmins,
  },
  cancelSubscription: {
    method: 'POST',
    path: '/api/cancel-subscription/',
    request: null,
    response: acknowledgement,
    ...forAdmins,
  },
  getSubscriptionActivity: {
    method: 'GET',
    path: '/api/subscription-activity/',
    request: null,
    response: billing.subscriptionActivityResponse,
    ...forAdmins,
  },
  inviteTeamMembers: {
    method: 'POST',
    path: '/api/invite-team-members/',
    request: organisation.inviteTeamMembersRequest,
    response: organisation.inviteTeamMembersResponse,
    ...forAdmins,
  },
  signup: {
    method: 'POST',
    path: '/api/signup/',
    request: session.signupRequest,
    response: acknowledgement,
    ...open,
  },
  forgotPassword: {
    method: 'POST',
    path: '/api/forgot-password/',
    request: session.forgotPasswordRequest,
    response: messageResponse,
    ...open,
  },
  resetPassword: {
    method: 'POST',
    path: '/api/reset-password/',
    request: session.resetPasswordRequest,
    response: acknowledgement,
    ...open,
  },
  checkOrganisation: {
    method: 'POST',
    path: '/api/organisation_exist/',
    request: organisation.checkOrganisationRequest,
    response: organisation.checkOrganisationResponse,
    ...open,
  },
  openInvitation: {
    method: 'POST',
    path: '/api/invite/',
    request: organisation.openInvitationRequest,
    response: organisation.openInvitationResponse,
    ...open,
  },
} as const satisfies Record<string, Endpoint>
