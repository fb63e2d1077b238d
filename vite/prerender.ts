import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createServer, type Plugin, type Rolldown } from 'vite'

/** The inputs, and so the names, of the styles that are inlined: `src/signed-out.css` and the other. */
export const inlinedStyles = ['signed-out', 'signed-in']

/** What `src/prerender.tsx` makes of each screen. */
interface Screen {
  /** Empty: the app's own page, which has the signed-in frame. */
  folder: string
  /** Of its addresses; it names the route's file as well. */
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
  let screens: Promise<Screen[]>
  return {
    name: 'orglens:prerender',
    apply: (_config, { command, isPreview }) => command === 'build' || isPreview === true,
    configResolved(config) {
      base = config.base
    },
    buildStart() {
      screens = renderScreens(mode, base)
    },
    // The early frame is inert: it needs the styles of its own classes, and of no state.
    transform: {
      order: 'pre',
      filter: { id: /\/src\/signed-in\.css$/ },
      async handler(code) {
        const frame = (await screens).find(({ folder }) => folder === '')
        const page = frame?.putInto('<div id="root"></div><!--root-->') ?? ''
        const names = [...page.matchAll(/ class="([^"]*)"/g)].flatMap(([, list = '']) =>
          list.split(' '),
        )
        const isNeeded = (name: string) =>
          !/(hover|active|focus|disabled|starting|backdrop|print):|transition|&/.test(name)
        return `${code}\n@source inline("${names.filter(isNeeded).join(' ')}");`
      },
    },
    // As static hosts do: what is a folder answers with its page.
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
        const app = assetOf(bundle, 'index.html')
        const template = withFrameworkFirst(textOf(app))
        const [signedOut = '', signedIn = ''] = inlinedStyles.map((name) => {
          const styles = assetOf(bundle, `${name}.css`)
          delete bundle[styles.fileName]
          return textOf(styles)
        })
        for (const { folder, pattern, putInto } of await screens) {
          if (folder === '') {
            app.source = putInto(withInlinedStyles(withRouteChunks(template, bundle), signedIn))
          } else {
            const page = withPreloads(template, base, pattern, bundle)
            const source = putInto(withInlinedStyles(page, signedOut))
            this.emitFile({ type: 'asset', fileName: `${folder}/index.html`, source })
          }
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

function assetOf(bundle: Rolldown.OutputBundle, name: string): Rolldown.OutputAsset {
  for (const file of Object.values(bundle)) {
    if (file.type === 'asset' && (file.fileName === name || file.names.includes(name))) return file
  }
  throw new Error(`${name}, which prerendering needs, was not built`)
}

const textOf = ({ source }: Rolldown.OutputAsset) => Buffer.from(source).toString()

const chunksOf = (bundle: Rolldown.OutputBundle) =>
  Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? [file] : []))

/** @returns the files with a module's code and with all that it imports. */
function filesWith(module: string, bundle: Rolldown.OutputBundle): string[] {
  const own = chunksOf(bundle).filter(({ moduleIds }) =>
    moduleIds.some((id) => id.endsWith(module)),
  )
  const files = new Set(own.map(({ fileName }) => fileName))
  for (const name of files) {
    const file = bundle[name]
    if (file?.type === 'chunk') for (const imported of file.imports) files.add(imported)
  }
  return [...files]
}

/** Runs the framework in a task of its own: with the app's code and its first render it is a long one. */
function withFrameworkFirst(html: string): string {
  const preload = /\s*<link rel="modulepreload"([^>]*) href="([^"]*\/framework-[^"]*)">/
  const [link = '', attributes, file] = preload.exec(html) ?? []
  const script = `<script type="module"${attributes} src="${file}"></script>`
  return html.replace(link, '').replace('<script type="module"', (app) => script + app)
}

const componentOf = (route: string) => `/routes/${route}.tsx?tsr-split=component`

/**
 * Names the screen's own code, which would otherwise be asked for after the rest has run. None of the
 * code is in a hurry: what it is for shows already, and a screen counts as painted late where its code
 * comes first (Lighthouse: 1.6 instead of 0.7 s).
 */
function withPreloads(html: string, base: string, pattern: string, bundle: Rolldown.OutputBundle) {
  const route = `_signed-out${pattern.replaceAll('/', '.').replace('.', '/')}`
  const links = filesWith(componentOf(route), bundle)
    .filter((file) => !html.includes(file))
    .map((file) => `<link rel="modulepreload" crossorigin href="${base}${file}">`)
  return html
    .replace('</head>', `${links.join('')}</head>`)
    .replaceAll(/<(?:script type="module"|link rel="modulepreload")/g, '$& fetchpriority="low"')
}

/** The sign-in, which other addresses lead to, and the signed-in pages: their names in the address. */
const namedPage =
  /\/routes\/(?:_signed-out\/(?=signin)|dashboard\/(?:_admin\/)?(?!route))([a-z-]+)\.tsx\?tsr-split=component$/

/**
 * Tells the boot script which code the pages drawn here need, and all signed-in ones, so that all
 * of it is asked for at once rather than one file after the other.
 */
function withRouteChunks(html: string, bundle: Rolldown.OutputBundle): string {
  const isNew = (file: string) => !html.includes(file)
  const everywhere = [componentOf('dashboard/route'), '/src/api/send.ts']
    .flatMap((module) => filesWith(module, bundle))
    .filter(isNew)
  const modules = chunksOf(bundle).flatMap(({ moduleIds }) => moduleIds)
  const pages = modules.flatMap((id) => {
    const [, page] = namedPage.exec(id) ?? []
    if (page === undefined) return []
    const own = filesWith(id, bundle).filter((file) => isNew(file) && !everywhere.includes(file))
    return `${page}:${own}`
  })
  const code = [`:${[...new Set(everywhere)]}`, ...pages.toSorted()].join(' ')
  return html.replace('<html ', () => `<html data-code="${code}" `)
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
