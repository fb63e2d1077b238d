import { describe, expect, test } from 'vitest'
import { matchCommands } from '../../src/shell/palette/match-commands'

const commands = [
  { group: 'Pages', name: 'Dashboard', keywords: 'home analytics' },
  { group: 'Pages', name: 'Your Subscribed Plan', keywords: 'billing cancel' },
  { group: 'Actions', name: 'Log Out', keywords: 'logout sign' },
  { group: 'Plans', name: 'Café', keywords: 'yearly plan' },
]
const found = (typed: string) => matchCommands(commands, typed).map(({ name }) => name)

test.each(['', '   '])('nothing typed (%j) finds everything, in order', (typed) => {
  expect(found(typed)).toEqual(['Dashboard', 'Your Subscribed Plan', 'Log Out', 'Café'])
})

test.each([
  ['board', ['Dashboard']],
  ['DASH', ['Dashboard']],
  ['plan', ['Your Subscribed Plan', 'Café']],
  ['plan your', ['Your Subscribed Plan']],
  ['cafe', ['Café']],
  ['CAFÉ', ['Café']],
  ['year caf', ['Café']],
  ['cance', ['Your Subscribed Plan']],
  ['log  out', ['Log Out']],
])('%j finds %j', (typed, names) => {
  expect(found(typed)).toEqual(names)
})

test('other words for a command are found by their beginning only', () => {
  expect(found('ling')).toEqual([])
})

describe('what fits best comes first', () => {
  const page = (name: string, keywords = '') => ({ group: 'Pages', name, keywords })
  const plan = (name: string, keywords = '') => ({ group: 'Plans', name, keywords })
  const order = (typed: string, list: ReturnType<typeof page>[]) =>
    matchCommands(list, typed).map(({ name }) => name)

  test('a word’s beginning, then its middle, then another word for it', () => {
    const list = [page('Activity', 'in'), page('Pricing'), page('Invite Team')]
    expect(order('in', list)).toEqual(['Invite Team', 'Pricing', 'Activity'])
  })

  test('of several words the one that fits least counts', () => {
    const list = [page('Invite', 'team'), page('Pricing team'), page('Team invite')]
    expect(order('in team', list)).toEqual(['Team invite', 'Pricing team', 'Invite'])
  })

  test('two words that fit passably are better than one that fits well and one that hardly does', () => {
    // A page of two middles of words (1 and 1) before one of a beginning and a keyword (0 and 2).
    const list = [page('Invite', 'team'), page('Pricing steam')]
    expect(order('in team', list)).toEqual(['Pricing steam', 'Invite'])
  })

  test('what fits equally well keeps its order', () => {
    expect(order('in', [page('Pricing'), page('Billing')])).toEqual(['Pricing', 'Billing'])
  })

  test('its group comes along, and no group is torn apart', () => {
    const list = [page('Pricing', 'growth'), page('Profile', 'growth'), plan('Growth'), plan('G')]
    expect(order('growth', list)).toEqual(['Growth', 'Pricing', 'Profile'])
    expect(order('g', list)).toEqual(['Growth', 'G', 'Pricing', 'Profile'])
  })
})

test('what nothing is called finds nothing', () => {
  expect(found('dashboard zebra')).toEqual([])
})
