import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')

// After an update: see that what the file reaches into is still there, run its tests, and name the new version.
test.each(['vite/sonner-styles.ts', 'server/payments/razorpay.ts'])(
  '%s, which goes past the public interface of a library, was tried with the installed version',
  (path) => {
    const [, library, version] = /Tried with (\S+) (\d\S*)\.$/m.exec(read(path)) ?? []
    expect(JSON.parse(read(`node_modules/${library}/package.json`)).version).toBe(version)
  },
)
