import { expect, test } from 'vitest'
import { createSecretBox } from '../../server/two-factor/secret-box'

const [key, newKey] = ['a key of at least thirty-two bytes', 'another key of thirty-two bytes']

test('a sealed text opens with the same key, and reveals nothing', async () => {
  const box = createSecretBox(key)
  const sealed = [await box.seal('the secret', 'ada'), await box.seal('the secret', 'ada')]
  expect(new Set(sealed).size).toBe(2)
  expect(sealed.join()).not.toContain('the secret')
  expect(sealed.join()).not.toContain(btoa('the secret').slice(0, -2))
  const opened = { text: 'the secret', isOfEarlierKey: false }
  for (const one of sealed) expect(await createSecretBox(key).open(one, 'ada')).toEqual(opened)
})

test('it opens with no other key, for no other owner, and not after a change', async () => {
  const box = createSecretBox(key)
  const sealed = await box.seal('the secret', 'ada')
  await expect(createSecretBox(newKey).open(sealed, 'ada')).rejects.toThrow('no longer configured')
  await expect(box.open(sealed, 'bob')).rejects.toThrow()
  const [id, vector, text = ''] = sealed.split('.')
  const changed = (text.startsWith('A') ? 'B' : 'A') + text.slice(1)
  await expect(box.open([id, vector, changed].join('.'), 'ada')).rejects.toThrow()
  await expect(box.open('', 'ada')).rejects.toThrow()
})

test('during a rotation the old key opens and the new one seals', async () => {
  const sealed = await createSecretBox(key).seal('the secret', 'ada')
  const box = createSecretBox(newKey, key)
  expect(await box.open(sealed, 'ada')).toEqual({ text: 'the secret', isOfEarlierKey: true })
  const again = await box.seal('the secret', 'ada')
  expect(await createSecretBox(newKey).open(again, 'ada')).toMatchObject({ text: 'the secret' })
})

test('what an earlier version sealed opens, too', async () => {
  const sealed = 'fhVbMbs_.2uhWGb_Se1145CBZ.JYQg2x0bWuRXIKccO8cxsmzhsLRV22Ozdjs'
  expect(await createSecretBox(key).open(sealed, 'ada')).toMatchObject({ text: 'the secret' })
})
