import { cpSync } from 'node:fs'
import { defineConfig } from 'vite'

/** Bundles the Node host into one file beside its migrations; packages stay in node_modules. */
export default defineConfig({
  publicDir: false,
  plugins: [
    {
      name: 'orglens:migrations',
      closeBundle() {
        cpSync('server/store/migrations', 'build/server/migrations', { recursive: true })
      },
    },
  ],
  build: {
    ssr: 'server/node.ts',
    outDir: 'build/server',
    emptyOutDir: true,
    target: 'node20',
    rolldownOptions: { output: { entryFileNames: 'node.js' } },
  },
})
