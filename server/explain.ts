import { openCommandStore, print, runCommand } from './command'
import { historyOf } from './domain/history'

/** `npm run explain -- acme`: prints the history of the organisation with that slug, in order. */
runCommand(async ([slug, ...rest]) => {
  if (!slug || rest.length > 0) throw new Error('Name an organisation: npm run explain -- <slug>')
  const store = await openCommandStore()
  try {
    const history = await historyOf(store, slug)
    if (!history) throw new Error(`There is no organisation with the slug ${slug}.`)
    for await (const line of history) await print(line)
  } finally {
    await store.close()
  }
})
