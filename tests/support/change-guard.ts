import { AsyncLocalStorage } from 'node:async_hooks'
import { afterEach, expect } from 'vitest'
import type { Store } from '../../server/api/store'
import { guardStores } from '../../server/app/guard'
import type { Entry } from '../../server/store/entry'
import type { OutgoingMail } from '../../server/store/outgoing-mail'
import { brokenSentences, faultsOfMail } from './written-texts'

const inChange = new AsyncLocalStorage<string>()

/** @throws Error within a decision: it may read, and nothing else. */
export function refuseWithinChange(what: string): void {
  const name = inChange.getStore()
  if (name !== undefined) throw new Error(`${what} is called within the change '${name}'.`)
}

/** The faults of the entries and mails that a test causes. */
const faults = new Set<string>()
afterEach(() => {
  const found = [...faults]
  faults.clear()
  expect(found).toEqual([])
})

function check(entries: readonly Entry[], mails: readonly OutgoingMail[] = []): void {
  const contents = mails.flatMap((mail) =>
    'mailbox' in mail ? [mail, mail.mailbox.instead] : mail,
  )
  for (const fault of [...brokenSentences(entries), ...contents.flatMap(faultsOfMail)])
    faults.add(fault)
}

guardStores((store) => {
  const methods = Object.entries(store).map(([name, method]) => [
    name,
    (...given: unknown[]) => {
      refuseWithinChange(`store.${name}`)
      return (method as (...all: unknown[]) => unknown)(...given)
    },
  ])
  const change: Store['change'] = (name, lock, by, decide) => {
    refuseWithinChange('store.change')
    return store.change(name, lock, by, async (read) => {
      const decision = await inChange.run(name, () => decide(read))
      if (decision.writes) check(decision.entries ?? [], decision.mails)
      return decision
    })
  }
  const addEntries: Store['addEntries'] = (entries) => {
    refuseWithinChange('store.addEntries')
    check(entries)
    return store.addEntries(entries)
  }
  return { ...(Object.fromEntries(methods) as Store), change, addEntries }
})
