import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Plugin } from 'vite'

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
 */
export function reactModulesPlugin(): Plugin {
  const paths = new Map<string, string>()
  return {
    name: 'orglens:react-modules',
    apply: 'build',
    enforce: 'pre',
    resolveId(name) {
      const file = files[name.replace(/\.js$/, '')]
      if (file === undefined) return
      const [folder = '', ...rest] = file.split('/')
      const path = resolve(`${folder}/package.json`).replace('package.json', rest.join('/'))
      paths.set(path, file)
      return path
    },
    load(path) {
      if (paths.has(path)) return asModule(readFileSync(path, 'utf8'))
    },
  }
}

function asModule(code: string): string {
  const imports: string[] = []
  const body = code.replace(/\brequire\("([^"]+)"\)/g, (_call, name: string) => {
    imports.push(`import required${imports.length} from '${name}'`)
    return `required${imports.length - 1}`
  })
  const names = new Set([...code.matchAll(/^\s*exports\.(\w+) =/gm)].map(([, name]) => name))
  return [
    ...imports,
    'const exports = {}',
    body,
    'export default exports',
    ...[...names].map(
      (name) => `const own_${name} = exports.${name}; export { own_${name} as ${name} }`,
    ),
  ].join('\n')
}
