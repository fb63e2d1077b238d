import { CallerRefused, type CheckCaller } from '../store/change'

/** Refuses a change by a caller who is no longer signed in, or no longer has the role (D91). */
export const checkCaller: CheckCaller = async (read, { sessionId, user }) => {
  const [account, session] = await Promise.all([
    read.one('users', { id: user.id }),
    read.one('sessions', { id: sessionId, userId: user.id }),
  ])
  if (!account || !session) throw new CallerRefused('signed-out')
  if (user.isAdmin && !account.isAdmin) throw new CallerRefused('not-admin')
}
