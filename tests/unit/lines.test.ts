import { expect, test } from 'vitest'
import { createLines } from '../../server/store/lines'
import { deferred } from '../support/deferred'

const limit = { most: 2, refuse: () => new Error('One too many') }

test('work of one key is done one after another, of another key meanwhile', async () => {
  const inLine = createLines()
  const order: string[] = []
  const first = deferred()
  const begun = inLine('a', limit, () => first.promise.then(() => order.push('first')))
  const next = inLine('a', limit, async () => order.push('second'))
  await inLine('b', limit, async () => order.push('another'))
  expect(order).toEqual(['another'])
  first.resolve()
  await Promise.all([begun, next])
  expect(order).toEqual(['another', 'first', 'second'])
})

test('one too many in a line is refused, until there is room again', async () => {
  const inLine = createLines()
  const first = deferred()
  const begun = [inLine('a', limit, () => first.promise), inLine('a', limit, async () => {})]
  await expect(inLine('a', limit, async () => {})).rejects.toThrow('One too many')
  first.resolve()
  await Promise.all(begun)
  await inLine('a', limit, async () => {})
})

test('work that fails holds up nobody behind it', async () => {
  const inLine = createLines()
  const failing = inLine('a', limit, () => Promise.reject(new Error('failed')))
  const next = inLine('a', limit, async () => 'done')
  await expect(failing).rejects.toThrow('failed')
  expect(await next).toBe('done')
})
