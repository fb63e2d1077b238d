import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'vite'

const input = fileURLToPath(new URL('../src/boot/boot.ts', import.meta.url))

/**
 * Inlines `src/boot/boot.ts` at the head of the app's pages: what must run before the first paint
 * can't wait for a request. The Node host allows it by its hash
 * (`server/site/content-security-policy.ts`).
 */
export function bootScriptPlugin(): Plugin {
  return {
    name: 'orglens:boot-script',
    async transformIndexHtml(_html, { filename }) {
      if (filename.includes('/standalone/')) return []
      return [{ tag: 'script', children: await bundled(), injectTo: 'head-prepend' }]
    },
  }
}

async function bundled(): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: {
      write: false,
      target: 'es2022',
      modulePreload: { polyfill: false },
      rolldownOptions: { input, output: { format: 'iife' } },
    },
  })
  const outputs = [result].flat().flatMap((one) => ('output' in one ? one.output : []))
  const [script] = outputs.flatMap((output) => (output.type === 'chunk' ? [output.code] : []))
  if (script === undefined) throw new Error('The boot script was not built')
  return script.trim()
}
