import type { TableName } from '../store/change'
import type { Keys } from '../store/memory-change'

/**
 * The constraints of the tables, for the store in memory. They aren't taken from the tables: the browser doesn't load
 * Drizzle, where the condition of a partial constraint is SQL. A test compares them with the tables.
 */
export const keys: { readonly [Name in TableName]: Keys<Name> } & {
  events: { unique: [['id']]; partOf: { organisationId: 'organisations' } }
} = {
  organisations: { unique: [['id'], ['slug']] },
  slugs: { unique: [['slug']], keeps: { organisationId: 'organisations' } },
  deletions: {
    unique: [['organisationId']],
    partOf: { organisationId: 'organisations' },
  },
  abandonments: {
    unique: [['organisationId']],
    partOf: { organisationId: 'organisations' },
  },
  users: { unique: [['id'], ['emailKey']], partOf: { organisationId: 'organisations' } },
  addresses: { unique: [['emailKey']], partOf: { userId: 'users' } },
  sessions: { unique: [['id'], ['refreshTokenHash']], partOf: { userId: 'users' } },
  farewells: {
    unique: [['refreshTokenHash']],
    partOf: { organisationId: 'organisations' },
  },
  knownBrowsers: { unique: [['userId', 'browser', 'network']], partOf: { userId: 'users' } },
  signIns: {
    unique: [['id'], ['userId', 'day', 'result', 'network']],
    partOf: { organisationId: 'organisations' },
  },
  secondFactors: { unique: [['userId']], partOf: { userId: 'users' } },
  passkeys: { unique: [['id'], ['credentialId']], partOf: { userId: 'users' } },
  passkeyCeremonies: { unique: [['id']] },
  reports: { unique: [['id']], partOf: { userId: 'users' } },
  invitations: {
    unique: [['id'], ['organisationId', 'emailKey'], ['tokenHash']],
    partOf: { organisationId: 'organisations' },
  },
  passwordLinks: { unique: [['tokenHash']], partOf: { userId: 'users' } },
  mails: { unique: [['id']] },
  billings: { unique: [['organisationId']], keeps: { organisationId: 'organisations' } },
  subscriptions: {
    unique: [['id']],
    uniqueWhere: [{ columns: ['organisationId'], where: { state: 'live' } }],
    keeps: { organisationId: 'organisations' },
  },
  refunds: { unique: [['paymentId']] },
  receipts: { unique: [['id']], keeps: { organisationId: 'organisations' } },
  receiptChecks: {
    unique: [['subscriptionId']],
    partOf: { subscriptionId: 'subscriptions' },
  },
  buyers: { unique: [['organisationId']], partOf: { organisationId: 'organisations' } },
  copies: {
    unique: [['id'], ['organisationId', 'emailKey']],
    partOf: { organisationId: 'organisations' },
  },
  invoiceSeries: { unique: [['id']] },
  taxDocuments: {
    unique: [['id']],
    uniqueWhere: [{ columns: ['receiptId'], where: { reason: null } }],
  },
  papers: {
    unique: [['id']],
    partOf: { documentId: 'taxDocuments', receiptId: 'receipts' },
  },
  webhookEvents: { unique: [['id']] },
  sandboxSubscriptions: { unique: [['id']] },
  chores: { unique: [['name']] },
  events: { unique: [['id']], partOf: { organisationId: 'organisations' } },
}
