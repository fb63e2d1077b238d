import { readDataSettings, runCommand } from './command'
import { moveToPostgresql } from './store/move'

/** `npm run move-to-postgresql`: from DATA_DIR to DATABASE_URL, with the server stopped. */
runCommand(async () => {
  const { dataDirectory, databaseUrl } = readDataSettings()
  if (!databaseUrl) throw new Error('DATABASE_URL must say where to move to.')
  const counts = await moveToPostgresql(dataDirectory, databaseUrl)
  for (const [table, rows] of counts) console.info(`${table}: ${rows} rows, compared one by one`)
  console.info(
    'Everything was copied. Start the server with DATABASE_URL. The data directory is as it was: keep it until you have a backup.',
  )
})
