import tailwindcss from '@tailwindcss/vite'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compression, defineAlgorithm } from 'vite-plugin-compression2'
import { chunkGroups, compileHint } from './vite/chunks.ts'
import { mockWorkerPlugin } from './vite/mock-worker.ts'
import { prerenderPlugin } from './vite/prerender.ts'
import { previewFoldersPlugin } from './vite/preview-folders.ts'
import { productNamePlugin } from './vite/product-name.ts'
import { separateBuildsPlugin } from './vite/separate-builds.ts'
import { settingsFilePlugin } from './vite/settings-file.ts'
import { sonnerStylesPlugin } from './vite/sonner-styles.ts'
import { waitForServer } from './vite/wait-for-server.ts'

/** The Node host's address in `npm run dev:full`, and the paths that it answers. */
const nodeHost = process.env.ORGLENS_NODE_HOST
const pathsOfNodeHost = ['/api/', '/sandbox/', '/dev/']

/** @returns Vite's value for settings that nobody set. */
function settingsAtBuild(settings: Record<string, string>) {
  return Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [
      `import.meta.env.${name}`,
      JSON.stringify(process.env[name] ?? value),
    ]),
  )
}

export default defineConfig(({ command, mode }) => ({
  // Not the list of all files: what to read comes after it. Errors and warnings are said.
  ...(command === 'build' && { logLevel: 'warn' }),
  plugins: [
    settingsFilePlugin(),
    tanstackRouter({
      target: 'react',
      routesDirectory: './routes',
      generatedRouteTree: './src/routeTree.gen.ts',
      autoCodeSplitting: true,
    }),
    react(),
    tailwindcss(),
    sonnerStylesPlugin(),
    separateBuildsPlugin(),
    mode === 'mock' && mockWorkerPlugin(),
    prerenderPlugin(),
    productNamePlugin(),
    previewFoldersPlugin(),
    mode !== 'mock' &&
      compression({
        // Not the pages: they are small, and change after this has run.
        include: /\.(js|css|svg|json|webmanifest)$/,
        threshold: 500,
        algorithms: [defineAlgorithm('brotliCompress'), defineAlgorithm('gzip', { level: 9 })],
      }),
  ],
  // Only if the pages come from here and the API is our own; the Node host tells the built site (D43).
  ...((mode === 'mock' || nodeHost) && {
    define: settingsAtBuild({
      VITE_EXTENSIONS: 'orglens,two-factor',
      VITE_MAILBOX_URL: '/dev/mailbox/',
      VITE_TIME_ZONE: process.env.TIME_ZONE ?? 'UTC',
      VITE_CHECKOUT_KEY: 'rzp_sandbox',
      // Mock mode stands in for the services themselves.
      ...(nodeHost && {
        VITE_CHECKOUT_SCRIPT_URL: '/sandbox/checkout.js',
        VITE_GEOLOCATION_URL: '/sandbox/country.json',
      }),
    }),
  }),
  // The modes have different plugins: in a shared folder each would discard the other's cache.
  cacheDir: `node_modules/.vite/${mode}`,
  optimizeDeps: {
    // Standalone pages too: dependencies found later may reload open pages.
    entries: ['index.html', 'standalone/**/index.html'],
    // Bundled beforehand, it would get past the plugin that removes its styles.
    exclude: ['sonner'],
  },
  build: {
    outDir: mode === 'mock' ? 'build/demo' : 'dist',
    emptyOutDir: true,
    target: 'es2022',
    // Mock mode is the whole API; production's largest file is the framework.
    ...(mode === 'mock' && { chunkSizeWarningLimit: 1_000 }),
    // Browsers without support only lose a head start.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      checks: {
        // The duration of each step depends on the machine.
        bundlerTimings: false,
      },
      output: { codeSplitting: { groups: chunkGroups }, postBanner: compileHint },
    },
  },
  server: {
    port: 5173,
    ...(nodeHost && {
      proxy: Object.fromEntries(
        pathsOfNodeHost.map((path) => [
          path,
          { target: nodeHost, changeOrigin: true, bypass: () => waitForServer(nodeHost) },
        ]),
      ),
    }),
  },
}))
