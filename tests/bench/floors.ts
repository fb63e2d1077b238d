import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { build } from 'vite'

/** The smallest apps of their kind on this stack; see the head of each `main.tsx`. */
export type Floor = 'sign-in' | 'table'

/** Builds a floor as the app is built. @returns the folder with its `index.html`. */
export async function buildFloor(name: Floor): Promise<string> {
  const outDir = fileURLToPath(new URL(`../../build/bench/${name}`, import.meta.url))
  await build({
    configFile: false,
    logLevel: 'warn',
    root: fileURLToPath(new URL(`floors/${name}`, import.meta.url)),
    plugins: [react()],
    build: { outDir, emptyOutDir: true, target: 'es2022', modulePreload: { polyfill: false } },
  })
  return outDir
}
