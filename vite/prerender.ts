import { type Plugin, type Rolldown, runnerImport } from 'vite'

/**
 * Writes an HTML file for each page of the app (`/signin` is `signin/index.html`, as static hosts expect). The file has
 * the page as it shows before its code is there, and preloads of that code.
 */
export function prerenderPlugin(): Plugin {
  return {
    name: 'orglens:prerender',
    apply: 'build',
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const { root, mode, base, define, env } = this.environment.config
        const app = bundle['index.html'] as Rolldown.OutputAsset
        // The styles, 14 kB, go behind the scripts and preloads: the browser hears of those at once.
        const [styles = ''] = /<style>.*?<\/style>/s.exec(String(app.source)) ?? []
        const html = String(app.source)
          .replace(styles, '')
          .replace('</head>', () => `${styles}</head>`)
        const preloadsOf = (routes: readonly string[]) =>
          filesOf(routes, bundle)
            .filter((file) => !html.includes(file))
            .map((file) => `<link rel="modulepreload" crossorigin href="${base}${file}">`)
            .join('')
        const { module } = await runnerImport<typeof import('../src/prerender.tsx')>(
          '/src/prerender.tsx',
          { root, mode, base, define: { 'import.meta.env': env, ...define } },
        )
        for (const { folder, routes, putInto } of await module.renderPages('{}')) {
          const whole = putInto(html.replace('<style>', () => `${preloadsOf(routes)}<style>`))
          // Signed-out pages paint earlier if the browser downloads the page before their code (docs/speed.md).
          const source = routes.includes('/dashboard')
            ? whole
            : whole.replaceAll(
                /<(script type="module"|link rel="modulepreload")/g,
                '<$1 fetchpriority="low"',
              )
          this.emitFile({ type: 'asset', fileName: `${folder}/index.html`, source })
        }
        const start = { signInPreloads: preloadsOf(['/_signed-out', '/_signed-out/signin']) }
        app.source = html.replace('id="start">{}', () => `id="start">${JSON.stringify(start)}`)
      },
    },
  }
}

/**
 * Returns the files with a page's code: its routes' screens, signed in the API's client, and all that these import.
 * @throws Error if the build has no such file.
 */
function filesOf(routes: readonly string[], bundle: Rolldown.OutputBundle): string[] {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  const fileOf = (module: string) =>
    chunks.find(({ moduleIds }) => moduleIds.some((id) => new RegExp(`/${module}$`).test(id)))
      ?.fileName
  // The router splits a screen off its route's file, in whose name a dot may stand for a slash.
  const screens = routes.map(
    (route) => `routes${route.replace(/\W/g, '.')}(/route)?.tsx.tsr-split=component`,
  )
  const own = screens.pop() ?? ''
  // Some layouts have no screen of their own.
  const needed = [...screens.filter(fileOf), own]
  if (routes.includes('/dashboard')) needed.push('src/api/send.ts')
  // The API's client doesn't have these pages' calls (`src/api/endpoints.ts`).
  if (/profile|organisation/.test(own)) needed.push('contract/calls.ts')
  const files = new Set(needed.map((module) => fileOf(module) ?? module))
  for (const name of files) {
    const file = bundle[name]
    if (file?.type !== 'chunk') throw new Error(`${routes.at(-1)} needs ${name}: it was not built`)
    for (const imported of file.imports) files.add(imported)
  }
  return [...files]
}
