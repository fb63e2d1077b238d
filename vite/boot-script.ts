import { fileURLToPath } from 'node:url'
import { build, type Plugin, type ResolvedConfig } from 'vite'

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
      const script = await bundled(config)
      return html.replace(settings, (tag) => `${tag}\n    <script>${script}</script>`)
    },
  }
}

async function bundled({ base, mode }: ResolvedConfig): Promise<string> {
  const result = await build({
    base,
    mode,
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
