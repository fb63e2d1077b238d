import { openCommandStore, print, readDataSettings, runCommand } from './command'
import { historyOf } from './history'
import { readQuestion } from './question'

/** `npm run explain -- acme`: prints the history of the organisation with that slug, in order. */
runCommand(async (words) => {
  const { slug, question } = readQuestion(words)
  const store = await openCommandStore()
  try {
    const history = await historyOf(store, slug, question, readDataSettings().timeZone)
    if (!history) throw new Error(`There is no organisation with the slug ${slug}.`)
    for await (const line of history) await print(line)
  } finally {
    await store.close()
  }
})
