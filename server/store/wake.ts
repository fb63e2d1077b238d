import type { ChangeStore } from './change'

/**
 * @param wake is called after each change that has saved mails, so that nobody who writes one has to.
 * @returns the store, with that.
 */
export function wakingAfterMails<Store extends ChangeStore>(store: Store, wake: () => void): Store {
  const change: ChangeStore['change'] = async (name, lock, by, decide) => {
    const { answer, hasMails } = await store.change(name, lock, by, async (read) => {
      const decision = await decide(read)
      const hasMails = decision.writes !== undefined && (decision.mails?.length ?? 0) > 0
      return { ...decision, answer: { answer: decision.answer, hasMails } }
    })
    if (hasMails) wake()
    return answer
  }
  return new Proxy(store, {
    get: (target, name) => (name === 'change' ? change : Reflect.get(target, name)),
  })
}
