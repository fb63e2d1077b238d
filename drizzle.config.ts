import { defineConfig } from 'drizzle-kit'

/** `npm run generate:migrations` writes a migration for the changes of the schema. */
export default defineConfig({
  dialect: 'postgresql',
  schema: ['./server/!(app)/**/tables.ts'],
  out: './server/store/migrations',
})
