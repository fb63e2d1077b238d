import { describe } from 'vitest'

// The properties of `npm test`, with many examples, and new ones.
const files = import.meta.glob<unknown>([
  '../api/{billing-model,change}.test.ts',
  '../unit/{email,gst,report-mail,slug}.test.ts',
])

for (const [path, load] of Object.entries(files)) {
  describe(path, async () => {
    await load()
  })
}
