import type { Row, TableName } from './change'

/** The constraints of a table. */
interface Keys<Name extends TableName> {
  /** Columns of which no two rows have the same values; null is equal to nothing. */
  unique: readonly (readonly (keyof Row<Name>)[])[]
  /** The same, for rows with these values. */
  uniqueWhere?: readonly {
    columns: readonly (keyof Row<Name>)[]
    where: Partial<Row<Name>>
  }[]
  /** The table that a column refers to, whose rows take these with them when they go. */
  partOf?: { readonly [Column in keyof Row<Name>]?: TableName }
  /** The same, but rows keep the one that they refer to from being removed. */
  keeps?: { readonly [Column in keyof Row<Name>]?: TableName }
}

/**
 * The constraints of the tables, for the store in memory: the browser doesn't load Drizzle. A test compares
 * them with the tables.
 */
export const keys: { readonly [Name in TableName]: Keys<Name> } = {
  organisations: { unique: [['id'], ['slug']] },
  users: { unique: [['id'], ['emailKey']], partOf: { organisationId: 'organisations' } },
  addresses: { unique: [['emailKey']], partOf: { userId: 'users' } },
  sessions: { unique: [['id'], ['refreshTokenHash']], partOf: { userId: 'users' } },
  farewells: {
    unique: [['refreshTokenHash']],
    partOf: { organisationId: 'organisations' },
  },
  knownBrowsers: { unique: [['userId', 'browser', 'network']], partOf: { userId: 'users' } },
  signIns: {
    unique: [['id'], ['userId', 'day', 'result', 'browser', 'network']],
    partOf: { organisationId: 'organisations' },
  },
  secondFactors: { unique: [['userId']], partOf: { userId: 'users' } },
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
  webhookEvents: { unique: [['id']] },
  sandboxSubscriptions: { unique: [['id']] },
}
