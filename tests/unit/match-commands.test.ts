import { describe, expect, test } from 'vitest'
import { matchCommands } from '../../src/shell/palette/match-commands'

const commands = [
  { group: 'Pages', name: 'Dashboard', keywords: 'home analytics' },
  { group: 'Pages', name: 'Your Subscribed Plan', keywords: 'billing cancel' },
  { group: 'Actions', name: 'Log Out', keywords: 'logout sign' },
  { group: 'Plans', name: 'Café', keywords: 'yearly plan' },
]
const found = (typed: string) => matchCommands(commands, typed).map(({ name }) => name)

test.each([
  ['  ', ['Dashboard', 'Your Subscribed Plan', 'Log Out', 'Café']],
  ['DASH', ['Dashboard']],
  ['plan your', ['Your Subscribed Plan']],
  ['cafe', ['Café']],
  ['log  out', ['Log Out']],
  // Of keywords only the beginning matches.
  ['ling', []],
])('%j finds %j', (typed, names) => {
  expect(found(typed)).toEqual(names)
})

describe('ranking', () => {
  const page = (name: string, keywords = '') => ({ group: 'Pages', name, keywords })
  const plan = (name: string, keywords = '') => ({ group: 'Plans', name, keywords })
  const order = (typed: string, list: ReturnType<typeof page>[]) =>
    matchCommands(list, typed).map(({ name }) => name)

  test('puts a word’s beginning first, then its middle, then keywords', () => {
    const list = [page('Activity', 'in'), page('Pricing'), page('Invite Team')]
    expect(order('in', list)).toEqual(['Invite Team', 'Pricing', 'Activity'])
  })

  test('prefers two fair matches to a good and a poor one', () => {
    // A page of two middles of words (1 and 1) before one of a beginning and a keyword (0 and 2).
    const list = [page('Invite', 'team'), page('Pricing steam')]
    expect(order('in team', list)).toEqual(['Pricing steam', 'Invite'])
  })

  test('keeps groups together', () => {
    const list = [page('Pricing', 'growth'), page('Profile', 'growth'), plan('Growth'), plan('G')]
    expect(order('growth', list)).toEqual(['Growth', 'Pricing', 'Profile'])
    expect(order('g', list)).toEqual(['Growth', 'G', 'Pricing', 'Profile'])
  })
})
