/** An organisation: what its members share. */
export interface Organisation {
  id: string
  name: string
  /** Lower case, ASCII, hyphens; unique (D31). */
  slug: string
  createdAt: Date
}

/** One person in one organisation (D31). */
export interface User {
  id: string
  organisationId: string
  fullName: string
  /** As it was typed; mail goes there. */
  email: string
  /** What makes it unique: see `emailKey` in `server/domain/email.ts`. */
  emailKey: string
  passwordHash: string
  /** Country code, a hyphen, then digits; null means none. */
  contactNumber: string | null
  isAdmin: boolean
  createdAt: Date
}

/** One sign-in, alive until it expires or is revoked (D35). */
export interface Session {
  id: string
  userId: string
  /** The refresh token itself is kept nowhere. */
  refreshTokenHash: string
  createdAt: Date
  expiresAt: Date
}

/** A user together with the organisation they belong to. */
export interface Membership {
  user: User
  organisation: Organisation
}

export type UserChanges = Pick<User, 'fullName' | 'email' | 'emailKey' | 'contactNumber'>

/**
 * Where data is kept. Each method is one atomic step, so that callers need no transactions and two
 * servers on one database can't disagree. Uniqueness is the store's to guarantee: it answers with
 * the name of the conflict instead of throwing.
 */
export interface Store {
  /** Keeps an organisation and its first admin, or neither (D31). */
  createOrganisation(
    organisation: Organisation,
    admin: User,
  ): Promise<'created' | 'organisation-exists' | 'email-taken'>
  /** Keeps a user of an organisation that is there. */
  addUser(user: User): Promise<'added' | 'email-taken'>
  findOrganisationBySlug(slug: string): Promise<Organisation | null>
  findMembershipByEmailKey(emailKey: string): Promise<Membership | null>
  /** Answers the membership as it is afterwards. */
  updateUser(
    userId: string,
    changes: UserChanges,
  ): Promise<Membership | 'email-taken' | 'no-such-user'>
  createSession(session: Session): Promise<void>
  /** The user of a session that is neither revoked nor expired at `now`. */
  findMembershipBySession(sessionId: string, now: Date): Promise<Membership | null>
  /** The session of a refresh token that is neither revoked nor expired at `now`. */
  findSessionByRefreshTokenHash(hash: string, now: Date): Promise<Session | null>
  /** Ends what the store holds open; further calls fail. */
  close(): Promise<void>
}
