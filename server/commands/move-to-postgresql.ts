import { moveToPostgresql } from '../store/backup/ends'
import { connectToPostgresql, readDataSettings, runCommand } from './command'

/** `npm run move-to-postgresql`: copies the data from DATA_DIR to DATABASE_URL, with the server stopped. */
runCommand(async () => {
  const target = await connectToPostgresql()
  if (!target) throw new Error('DATABASE_URL must say where to move to.')
  try {
    const { rows } = await moveToPostgresql(readDataSettings().dataDirectory, target)
    for (const [table, count] of rows) console.info(`${table}: ${count} rows, compared`)
  } finally {
    await target.end()
  }
  console.info(
    'Everything was copied. Start the server with DATABASE_URL. The data directory is as it was: keep it until you have a backup.',
  )
})
