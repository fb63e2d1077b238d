import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { build } from 'vite'

/** The smallest apps of their kind on this stack; see the head of each `main.tsx`. */
export type Baseline = 'sign-in' | 'table'

/** Builds a baseline as the app is built. @returns the folder with its `index.html`. */
export async function buildBaseline(name: Baseline): Promise<string> {
  const outDir = fileURLToPath(new URL(`../../build/bench/${name}`, import.meta.url))
  await build({
    configFile: false,
    logLevel: 'warn',
    root: fileURLToPath(new URL(`baselines/${name}`, import.meta.url)),
    plugins: [react()],
    build: { outDir, emptyOutDir: true, target: 'es2022', modulePreload: { polyfill: false } },
  })
  return outDir
}
