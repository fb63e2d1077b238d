import { cpSync } from 'node:fs'
import { defineConfig } from 'vite'

/** Bundles the Node host and its commands beside the migrations; packages stay in node_modules. */
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
  // Of its icons, only those that are drawn.
  ssr: { noExternal: ['lucide-react'] },
  build: {
    ssr: true,
    outDir: 'build/server',
    emptyOutDir: true,
    target: 'node20',
    rolldownOptions: {
      // Of the screens, which are rendered here as well: a server has them in one piece, and has no client.
      checks: {
        bundlerTimings: false,
        ineffectiveDynamicImport: false,
        moduleLevelDirective: false,
      },
      input: [
        'server/node.ts',
        'server/move-to-postgresql.ts',
        'server/explain.ts',
        'server/admin.ts',
      ],
      // What they share finds the migrations beside itself.
      output: { entryFileNames: '[name].js', chunkFileNames: '[name].js' },
    },
  },
})
