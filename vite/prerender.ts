import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { createServer, type Plugin, type Rolldown } from 'vite'

/** The inputs, and so the names, of the styles that are inlined: `src/signed-out.css` and the other. */
export const inlinedStyles = ['signed-out', 'signed-in']

/** What `src/prerender.tsx` makes of each screen. */
interface Screen {
  folder: string
  /** The address's pattern, which names the route's file as well. */
  pattern: string
  putInto: (html: string) => string
}

/**
 * Gives every signed-out screen an HTML file of its own, rendered at build with the settings of the
 * build and with the styles of its first paint inlined: `/signin` is `signin/index.html`, as static
 * hosts expect. The styles of the whole app, and with them the font, are left for when it is alive.
 */
export function prerenderPlugin(mode: string): Plugin {
  let base = '/'
  return {
    name: 'orglens:prerender',
    apply: (_config, { command, isPreview }) => command === 'build' || isPreview === true,
    configResolved(config) {
      base = config.base
    },
    // As static hosts do: what is a folder answers with its page.
    configurePreviewServer({ config, middlewares }) {
      middlewares.use((request, _response, next) => {
        const [, path = '', search = ''] = /^\/([\w-]+)(\?.*)?$/.exec(request.url ?? '') ?? []
        const page = `${path}/index.html`
        if (path && existsSync(join(config.root, config.build.outDir, page))) {
          request.url = `/${page}${search}`
        }
        next()
      })
    },
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const template = textOf(bundle['index.html'])
        const [signedOut = '', signedIn = ''] = inlinedStyles.map((name) => {
          const styles = Object.values(bundle).find(
            (file) => file.type === 'asset' && file.names.includes(`${name}.css`),
          )
          if (styles) delete bundle[styles.fileName]
          return textOf(styles)
        })

        for (const screen of await renderScreens(mode, base)) {
          if (screen.folder === '') {
            const page = bundle['index.html']
            if (page?.type === 'asset') {
              page.source = withInlinedStyles(
                withRouteChunks(screen.putInto(template), bundle),
                signedIn,
              )
            }
            continue
          }
          this.emitFile({
            type: 'asset',
            fileName: `${screen.folder}/index.html`,
            source: screen.putInto(
              withInlinedStyles(withPreloads(template, base, screen, bundle), signedOut),
            ),
          })
        }
      },
    },
  }
}

/** Renders through a server of Vite's own, so that the app's code is read as in a build. */
async function renderScreens(mode: string, base: string): Promise<Screen[]> {
  const server = await createServer({
    configFile: false,
    mode,
    base,
    logLevel: 'warn',
    appType: 'custom',
    optimizeDeps: { noDiscovery: true, include: [] },
    server: { middlewareMode: true, hmr: false, watch: null, ws: false },
  })
  try {
    const module = await server.ssrLoadModule('/src/prerender.tsx')
    return await module.renderScreens('{}')
  } finally {
    await server.close()
  }
}

function textOf(file: Rolldown.OutputAsset | Rolldown.OutputChunk | undefined): string {
  if (file?.type !== 'asset') throw new Error('A file that prerendering needs was not built')
  return typeof file.source === 'string' ? file.source : new TextDecoder().decode(file.source)
}

/** @returns the files with a module's code and with all that it imports. */
function filesWith(module: string, bundle: Rolldown.OutputBundle): string[] {
  const chunks = Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? [file] : []))
  const own = chunks.filter(({ moduleIds }) => moduleIds.some((id) => id.includes(module)))
  const files = new Set(own.map(({ fileName }) => fileName))
  for (const file of files) {
    const chunk = chunks.find(({ fileName }) => fileName === file)
    for (const imported of chunk?.imports ?? []) files.add(imported)
  }
  return [...files]
}

const componentOf = (route: string) => `/routes/${route}.tsx?tsr-split=component`

/**
 * Names the screen's own code, which would otherwise be asked for after the rest has run. None of the
 * code is in a hurry: what it is for shows already, and a screen counts as painted late where its code
 * comes first (Lighthouse: 1.6 instead of 0.7 s).
 */
function withPreloads(
  html: string,
  base: string,
  { pattern }: Screen,
  bundle: Rolldown.OutputBundle,
): string {
  const route = `_signed-out${pattern.replaceAll('/', '.').replace('.', '/')}`
  const links = filesWith(componentOf(route), bundle)
    .filter((file) => !html.includes(file))
    .map((file) => `<link rel="modulepreload" crossorigin href="${base}${file}">`)
  return html
    .replace('</head>', `${links.join('')}</head>`)
    .replaceAll(/<(?:script type="module"|link rel="modulepreload")/g, '$& fetchpriority="low"')
}

/**
 * Tells the boot script which code the pages drawn here need, and all signed-in ones, so that all
 * of it is asked for at once rather than one file after the other.
 */
function withRouteChunks(html: string, bundle: Rolldown.OutputBundle): string {
  const pages = [
    '_signed-out/signin',
    ...['dashboard', 'dashboard/_admin'].flatMap((folder) =>
      readdirSync(`routes/${folder}`)
        .filter((file) => /^[a-z-]+\.tsx$/.test(file) && !/^(index|route)\./.test(file))
        .map((file) => `${folder}/${file.replace('.tsx', '')}`),
    ),
  ]
  const everywhere = [componentOf('dashboard/route'), '/src/api/call.ts']
    .flatMap((module) => filesWith(module, bundle))
    .filter((file) => !html.includes(file))
  const code = pages.map((route) => {
    const page = route.split('/').at(-1)
    const files = filesWith(componentOf(route), bundle)
    const own = files.filter((file) => !html.includes(file) && !everywhere.includes(file))
    return `${page}:${own.join()}`
  })
  const pairs = [`:${[...new Set(everywhere)].join()}`, ...code]
  return html.replace('<html ', () => `<html data-code="${pairs.join(' ')}" `)
}

function withInlinedStyles(html: string, styles: string): string {
  const link = /\s*<link rel="stylesheet"[^>]*href="([^"]+)"[^>]*>/
  const [, file = ''] = link.exec(html) ?? []
  return (
    html
      .replace(link, '')
      .replace('<html ', () => `<html data-styles="${file}" `)
      // Before the boot script, so that styles which that asks for come after these, and win.
      .replace('<script>', () => `<style>${styles.trim()}</style><script>`)
      // Painted once it is whole: its form stands in the middle, and would move as the rest arrives.
      .replace('</head>', '<link rel="expect" href="#whole" blocking="render"></head>')
  )
}
