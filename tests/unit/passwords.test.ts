import { describe, expect, test } from 'vitest'
import { argon2idPasswords } from '../../server/passwords/argon2id'
import { pbkdf2Passwords } from '../../server/passwords/pbkdf2'

describe.each([
  ['argon2id', argon2idPasswords({ memoryCost: 8, timeCost: 1, parallelism: 1 })],
  ['pbkdf2', pbkdf2Passwords],
])('passwords hashed with %s', (_name, passwords) => {
  const various = ['orglens-demo', 'pässwörd 🔑', ' spaces ', 'x'.repeat(200)]

  test.each(various)('%j opens its own account and no other', async (password) => {
    const stored = await passwords.hash(password)
    expect(await passwords.verify(stored, password)).toBe(true)
    for (const wrong of ['', `${password}x`, password.slice(1), password.toUpperCase()])
      expect(await passwords.verify(stored, wrong)).toBe(false)
  })

  test('are unreadable, differ for two users with one password, and match no invalid hash', async () => {
    const [first, second] = await Promise.all([passwords.hash('secret'), passwords.hash('secret')])
    expect(first).not.toContain('secret')
    expect(first).not.toBe(second)
    const invalid = ['', '$', 'secret', '$argon2id$v=19$m=1$x', 'pbkdf2$', 'pbkdf2$a', 'bcrypt$a$b']
    for (const stored of invalid)
      for (const password of ['secret', stored])
        expect(await passwords.verify(stored, password), stored).toBe(false)
  })
})
