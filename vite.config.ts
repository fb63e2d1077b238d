import tailwindcss from '@tailwindcss/vite'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compression, defineAlgorithm } from 'vite-plugin-compression2'
import { bootScriptPlugin } from './vite/boot-script.ts'
import { mockWorkerPlugin } from './vite/mock-worker.ts'
import { sonnerStylesPlugin } from './vite/sonner-styles.ts'
import { standaloneInputs, standalonePagesPlugin } from './vite/standalone-pages.ts'

/** Where `npm run dev:full` runs the Node host. */
const nodeHost = process.env.ORGLENS_NODE_HOST

export default defineConfig(({ mode }) => ({
  plugins: [
    tanstackRouter({
      target: 'react',
      routesDirectory: './routes',
      generatedRouteTree: './src/routeTree.gen.ts',
      autoCodeSplitting: true,
    }),
    react(),
    tailwindcss(),
    bootScriptPlugin(),
    sonnerStylesPlugin(),
    standalonePagesPlugin(),
    mockWorkerPlugin(mode === 'mock'),
    compression({
      threshold: 500,
      algorithms: [defineAlgorithm('brotliCompress'), defineAlgorithm('gzip', { level: 9 })],
    }),
  ],
  build: {
    outDir: mode === 'mock' ? 'build/mock' : 'dist',
    emptyOutDir: true,
    target: 'es2022',
    rolldownOptions: {
      input: { app: new URL('index.html', import.meta.url).pathname, ...standaloneInputs() },
    },
  },
  server: {
    port: 5173,
    ...(nodeHost && {
      proxy: Object.fromEntries(['/api', '/sandbox', '/dev'].map((path) => [path, nodeHost])),
    }),
  },
}))
