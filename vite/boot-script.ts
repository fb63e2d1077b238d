import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Plugin, transformWithOxc } from 'vite'

const file = fileURLToPath(new URL('../src/boot/theme.ts', import.meta.url))

/**
 * Inlines `src/boot/theme.ts` at the head of every page: what must run before the first paint can't
 * wait for a request. The Node host allows it by its hash (`server/static/content-security-policy.ts`).
 */
export function bootScriptPlugin(): Plugin {
  return {
    name: 'orglens:boot-script',
    async transformIndexHtml() {
      const { code } = await transformWithOxc(readFileSync(file, 'utf8'), file)
      const script = code.replace(/^\s*\/\/.*$/gm, '').replace(/\s*\n\s*/g, '')
      return [{ tag: 'script', children: script, injectTo: 'head-prepend' }]
    },
  }
}
