import { CallerRefused, type CheckCaller } from '../store/change'

/** That a caller is still signed in and still has their role, as of the change that they make (D91). */
export const checkCaller: CheckCaller = async (read, { sessionId, user }) => {
  const [account, session] = await Promise.all([
    read.one('users', { id: user.id }),
    read.one('sessions', { id: sessionId, userId: user.id }),
  ])
  if (!account || !session) throw new CallerRefused('signed-out')
  if (user.isAdmin && !account.isAdmin) throw new CallerRefused('not-admin')
}
