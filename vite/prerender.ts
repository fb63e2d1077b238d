import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createServer, type Plugin, type ResolvedConfig, type Rolldown } from 'vite'
import type { RenderedScreen } from '../src/prerender.tsx'

/** The inlined stylesheets, by their file names in `src/`. */
export const inlinedStyles = ['signed-out', 'signed-in']

/**
 * Renders the screens at build, with the settings of the build. Each signed-out screen gets a page of
 * its own (`/signin` is `signin/index.html`, as static hosts expect), the app's page the early frame.
 * The styles of their first paint are inlined; those of the whole app load later.
 */
export function prerenderPlugin(): Plugin {
  let screens: Promise<RenderedScreen[]>
  return {
    name: 'orglens:prerender',
    apply: (_config, { command, isPreview }) => command === 'build' || isPreview === true,
    buildStart() {
      screens = renderScreens(this.environment.config)
    },
    transform: {
      order: 'pre',
      filter: { id: /\/src\/signed-in\.css$/ },
      async handler(code) {
        const frame = (await screens).find(({ folder }) => folder === '')
        return `${code}\n@source inline("${classesIn(frame?.putInto('<div id="root"></div><!--root-->'))}");`
      },
    },
    configurePreviewServer({ config, middlewares }) {
      middlewares.use((request, _response, next) => {
        const [, path, search = ''] = /^\/([^?]+?)\/?(\?.*)?$/.exec(request.url ?? '') ?? []
        if (path && existsSync(join(config.root, config.build.outDir, path, 'index.html'))) {
          request.url = `/${path}/index.html${search}`
        }
        next()
      })
    },
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const { base } = this.environment.config
        const app = assetOf(bundle, 'index.html')
        const template = withFrameworkFirst(textOf(app))
        const [signedOut = '', signedIn = ''] = inlinedStyles.map((name) => {
          const styles = assetOf(bundle, `${name}.css`)
          delete bundle[styles.fileName]
          return textOf(styles)
        })
        for (const { folder, pattern, putInto } of await screens) {
          const page = folder
            ? withPreloads(template, base, pattern, bundle)
            : withRouteChunks(template, bundle)
          const source = putInto(withInlinedStyles(page, folder ? signedOut : signedIn))
          if (folder) this.emitFile({ type: 'asset', fileName: `${folder}/index.html`, source })
          else app.source = source
        }
      },
    },
  }
}

/** Renders through a Vite server, which transforms the app's code as a build does. */
async function renderScreens({
  mode,
  base,
  define = {},
}: ResolvedConfig): Promise<RenderedScreen[]> {
  const server = await createServer({
    // With the settings of the build: a screen that shows others can't be hydrated.
    ...{ configFile: false, mode, base, define, logLevel: 'warn', appType: 'custom' },
    optimizeDeps: { noDiscovery: true, include: [] },
    server: { middlewareMode: true, hmr: false, watch: null, ws: false },
  })
  try {
    return await (await server.ssrLoadModule('/src/prerender.tsx')).renderScreens('{}')
  } finally {
    await server.close()
  }
}

/** @returns the classes in a page, without those of states: the early frame is inert. */
function classesIn(page = ''): string {
  const classes = [...page.matchAll(/ class="([^"]*)"/g)].join(' ').split(/[" ]/)
  const isState = /(hover|active|focus|disabled|starting|backdrop|print):|transition|[&=]/
  return classes.filter((name) => !isState.test(name)).join(' ')
}

function assetOf(bundle: Rolldown.OutputBundle, name: string): Rolldown.OutputAsset {
  for (const file of Object.values(bundle)) {
    if (file.type === 'asset' && (file.fileName === name || file.names.includes(name))) return file
  }
  throw new Error(`${name}, which prerendering needs, was not built`)
}

const textOf = ({ source }: Rolldown.OutputAsset) => Buffer.from(source).toString()

/** @returns the files with a module's code and its imports. */
function filesWith(module: string, bundle: Rolldown.OutputBundle): string[] {
  const files = new Set<string>()
  const add = (name: string) => {
    const file = bundle[name]
    if (file?.type !== 'chunk' || files.has(name)) return
    files.add(name)
    file.imports.forEach(add)
  }
  for (const [name, file] of Object.entries(bundle)) {
    if (file.type === 'chunk' && file.moduleIds.some((id) => id.endsWith(module))) add(name)
  }
  return [...files]
}

const componentOf = (route: string) => `/routes/${route}.tsx?tsr-split=component`

/** Runs the framework in a task of its own: with the app's code and its first render it is a long one. */
function withFrameworkFirst(html: string): string {
  const preload = /\s*<link rel="modulepreload"([^>]*) href="([^"]*\/framework-[^"]*)">/
  const [link = '', attributes, file] = preload.exec(html) ?? []
  const script = `<script type="module"${attributes} src="${file}"></script>`
  return html.replace(link, '').replace('<script type="module"', (app) => script + app)
}

/** Preloads the screen's own code. All code may wait: the screen shows already (Lighthouse: 0.7, not 1.6 s). */
function withPreloads(html: string, base: string, pattern: string, bundle: Rolldown.OutputBundle) {
  const route = `_signed-out${pattern.replaceAll('/', '.').replace('.', '/')}`
  const links = filesWith(componentOf(route), bundle)
    .filter((file) => !html.includes(file))
    .map((file) => `<link rel="modulepreload" crossorigin href="${base}${file}">`)
  return html
    .replace('</head>', `${links.join('')}</head>`)
    .replaceAll(/<(?:script type="module"|link rel="modulepreload")/g, '$& fetchpriority="low"')
}

/** The sign-in, which other addresses redirect to, and the signed-in pages: their names in the address. */
const namedPage =
  /\/routes\/(?:_signed-out\/(?=signin)|dashboard\/(?:_admin\/)?(?!route))([a-z-]+)\.tsx\?tsr-split=component$/

/** They need the whole contract. The other pages' calls come with the client of the API (`src/api/endpoints.ts`). */
const pagesOfLaterCalls = ['profile', 'organisation']

/** Lists the files of each page, and under the empty name of all signed-in ones, for the boot script. */
function withRouteChunks(html: string, bundle: Rolldown.OutputBundle): string {
  const newFilesWith = (modules: string[]) =>
    modules.flatMap((module) => filesWith(module, bundle)).filter((file) => !html.includes(file))
  const everywhere = new Set(newFilesWith([componentOf('dashboard/route'), '/src/api/send.ts']))
  const modules = Object.values(bundle).flatMap((file) =>
    'moduleIds' in file ? file.moduleIds : [],
  )
  const pages = modules.flatMap((id) => {
    const [, page] = namedPage.exec(id) ?? []
    if (!page) return []
    const contract = pagesOfLaterCalls.includes(page) ? ['/contract/calls.ts'] : []
    const files = new Set(newFilesWith([id, ...contract]))
    return `${page}:${[...files].filter((file) => !everywhere.has(file))}`
  })
  const code = [`:${[...everywhere]}`, ...pages.toSorted()].join(' ')
  return html.replace('<html ', () => `<html data-code="${code}" `)
}

function withInlinedStyles(html: string, styles: string): string {
  const link = /\s*<link rel="stylesheet"[^>]*href="([^"]+)"[^>]*>/
  const [, file = ''] = link.exec(html) ?? []
  return (
    html
      .replace(link, '')
      .replace('<html ', () => `<html data-styles="${file}" `)
      // Before the boot script: the styles that it adds must come after these, and win.
      .replace('<script>', () => `<style>${styles.trim()}</style><script>`)
      // Paints the page once it is complete: its form is centred, and would move as the rest arrives.
      .replace('</head>', '<link rel="expect" href="#whole" blocking="render"></head>')
  )
}
