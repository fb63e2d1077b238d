import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Plugin } from 'vite'
import { menuPackages, ofMenu } from './chunks.ts'

const { resolve } = createRequire(import.meta.url)

/** React's files for production, and those of a package of its own that the router brings along. */
const files: Readonly<Record<string, string>> = {
  react: 'react/cjs/react.production.js',
  'react/jsx-runtime': 'react/cjs/react-jsx-runtime.production.js',
  'react-dom': 'react-dom/cjs/react-dom.production.js',
  'react-dom/client': 'react-dom/cjs/react-dom-client.production.js',
  scheduler: 'scheduler/cjs/scheduler.production.js',
  'use-sync-external-store/shim':
    'use-sync-external-store/cjs/use-sync-external-store-shim.production.js',
  'use-sync-external-store/shim/with-selector':
    'use-sync-external-store/cjs/use-sync-external-store-shim/with-selector.production.js',
}

/**
 * Reads React as ES modules. As CommonJS, which it is published as, each package is a function that is
 * called as the app starts, and every module of ours gets a copy of what it exports: a tenth of the time
 * that the app's code takes to run, and a file of its own for the bundler's help with it. A name that
 * these files don't export any more fails the build.
 *
 * The menu's packages look React's names up as they run, which would keep all of them for the first
 * visit: they get a module of their own with these names, which comes with them.
 */
export function reactModulesPlugin(): Plugin {
  const paths = new Map<string, string>()
  return {
    name: 'orglens:react-modules',
    apply: 'build',
    enforce: 'pre',
    resolveId(name, importer = '') {
      const file = files[name.replace(/\.js$/, '')]
      if (file === undefined) return
      const [folder = '', ...rest] = file.split('/')
      const path = resolve(`${folder}/package.json`).replace('package.json', rest.join('/'))
      paths.set(path, file)
      return /^react(-dom)?$/.test(name) && menuPackages.test(importer) ? `${ofMenu}${path}` : path
    },
    load(id) {
      const path = id.replace(ofMenu, '')
      if (!paths.has(path)) return
      const code = readFileSync(path, 'utf8')
      return path === id ? asModule(code) : asNamesOf(path, code)
    },
  }
}

function asModule(code: string): string {
  const imports: string[] = []
  const body = code.replace(/\brequire\("([^"]+)"\)/g, (_call, name: string) => {
    imports.push(`import required${imports.length} from '${name}'`)
    return `required${imports.length - 1}`
  })
  return [
    ...imports,
    'const exports = {}',
    body,
    'export default exports',
    ...namesIn(code).map(
      (name) => `const own_${name} = exports.${name}; export { own_${name} as ${name} }`,
    ),
  ].join('\n')
}

function asNamesOf(path: string, code: string): string {
  const lines = namesIn(code).map((name) => `export const ${name} = all.${name}`)
  return [`import all from '${path}'`, ...lines, 'export default all'].join('\n')
}

function namesIn(code: string): string[] {
  const names = [...code.matchAll(/^\s*exports\.(\w+) =/gm)].map(([, name = '']) => name)
  return [...new Set(names)]
}
