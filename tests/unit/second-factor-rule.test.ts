import { expect, test } from 'vitest'
import { type SecondFactorRule, secondFactorRules } from '../../contract/second-factor-rule'
import { effectOf } from '../../server/organisation/second-factor-rule'

const people = [
  { id: 'admin', isAdmin: true },
  { id: 'admin with one', isAdmin: true },
  { id: 'member', isAdmin: false },
  { id: 'member with one', isAdmin: false },
]
const having = new Set(['admin with one', 'member with one'])

/** Whom each rule asks. */
const asked: Record<SecondFactorRule, string[]> = {
  nobody: [],
  admins: ['admin', 'admin with one'],
  everybody: ['admin', 'admin with one', 'member', 'member with one'],
}

test.each(secondFactorRules.flatMap((from) => secondFactorRules.map((to) => [from, to] as const)))(
  'after a change from %s to %s only those are asked, or free, who weren’t before',
  (from, to) => {
    const effect = effectOf(people, having, from, to)
    const newlyAsked = asked[to].filter((id) => !asked[from].includes(id) && !having.has(id))
    expect(effect.newlyRequired.map(({ id }) => id)).toEqual(newlyAsked)
    const freed = asked[from].filter((id) => !asked[to].includes(id))
    expect(effect.freed.map(({ id }) => id)).toEqual(freed)
  },
)
