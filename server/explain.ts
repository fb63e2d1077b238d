import { openCommandStore, runCommand } from './command'
import { storyOf } from './domain/story'

/** `npm run explain -- acme`: prints the history of the organisation with that slug, in order. */
runCommand(async () => {
  const [, , slug = ''] = process.argv
  if (!slug) throw new Error('Say whose story: npm run explain -- <slug>')
  const store = await openCommandStore()
  try {
    const story = await storyOf(store, slug)
    if (!story) throw new Error(`There is no organisation with the slug ${slug}.`)
    for await (const line of story) console.info(line)
  } finally {
    await store.close()
  }
})
