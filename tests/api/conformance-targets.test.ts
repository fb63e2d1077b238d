import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Target } from '../support/conformance/target'
import { targets } from '../support/conformance/targets'

test.each(Object.keys(targets))('the suite runs over the target %s', (name) => {
  expect(existsSync(new URL(`conformance-${name}.test.ts`, import.meta.url))).toBe(true)
})

test('no test was skipped on every target', () => {
  const all: Target[] = [targets.memory, targets.postgresql(), targets.host]
  expect(all.some((target) => target.clock)).toBe(true)
  expect(all.some((target) => target.overSocket)).toBe(true)
  expect(targets.memory).not.toHaveProperty('without')
  for (const subject of all.flatMap(({ without = [] }) => without)) {
    expect(existsSync(new URL(`conformance/${subject}.ts`, import.meta.url)), subject).toBe(true)
  }
})
