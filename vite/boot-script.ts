import { fileURLToPath } from 'node:url'
import type { Plugin, ResolvedConfig } from 'vite'
import { buildScript } from './build-apart.ts'

const input = fileURLToPath(new URL('../src/boot/boot.ts', import.meta.url))
const settings = /<script type="application\/json" id="settings">[^<]*<\/script>/

/**
 * Inlines `src/boot/boot.ts` into the head of the app's pages, after the settings, which it reads,
 * and before anything is asked for: what must run before the first paint can't wait for a request.
 * The Node host allows it by its hash (`server/site/content-security-policy.ts`).
 */
export function bootScriptPlugin(): Plugin {
  let config: ResolvedConfig
  return {
    name: 'orglens:boot-script',
    configResolved(resolved) {
      config = resolved
    },
    async transformIndexHtml(html, { filename }) {
      if (filename.includes('/standalone/')) return html
      const script = await buildScript(config, input)
      return html.replace(settings, (tag) => `${tag}\n    <script>${script}</script>`)
    },
  }
}
