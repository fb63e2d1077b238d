import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { loadEnv, type Plugin } from 'vite'
import { readText } from '../server/lib/read-text.ts'

/** Reads the site's settings in `.env`, of which Vite misses the first one behind a byte order mark. */
export function settingsFilePlugin(): Plugin {
  return {
    name: 'orglens:settings-file',
    config({ root = process.cwd() }, { mode }) {
      const file = join(root, '.env')
      if (!existsSync(file)) return
      const found = loadEnv(mode, root)
      for (const [name, value] of Object.entries(parseEnv(readText(file)))) {
        if (name.startsWith('VITE_') && !(name in found)) process.env[name] = value
      }
    },
  }
}
