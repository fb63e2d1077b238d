import type { Plugin, Rolldown } from 'vite'

const entry = /\/src\/main\.tsx$/
const listOfIcons = /\/lucide-react\/dist\/esm\/lucide-react\.\w+$/

/** What every screen needs, in one file: on a slow line each file costs a round trip. */
const framework =
  /^[^\0].*node_modules\/(react|react-dom|scheduler|use-sync-external-store|@tanstack\/(history|react-router|router-core|react-store|store|react-query|query-core))\//

/** What calls the API: asked for once the first screen is alive (`src/api/later-call.ts`). */
const calls = /\/(contract|src\/api)\/|node_modules\/(ky|valibot)\//

/** What tells the user of what happened: asked for when the browser is idle. */
const messages =
  /\/src\/(ui\/toasts\/Toaster|shell\/(Notice|Failure)Details)\.tsx|node_modules\/sonner\//

/** What `@radix-ui/react-dropdown-menu` consists of. */
export const menuPackages =
  /node_modules\/(@radix-ui|@floating-ui|aria-hidden|get-nonce|react-remove-scroll(-bar)?|react-style-singleton|use-callback-ref|use-sidecar)\//

/** What the names of React begin with that are for these alone (`react-modules.ts`). */
export const ofMenu = '\0menu:'

/** A menu: asked for when the browser is idle, or the pointer comes near its button. */
const menu = /\/src\/ui\/menu\/Menu\.tsx$/

/** The frame of the signed-in pages, and the main dashboard, which is small. */
const dashboard = /\/routes\/dashboard\/(route|main)\.tsx\?tsr-split=component/
/** The frame of the signed-out pages, and the sign-in. */
const signIn = /\/routes\/_signed-out(\/signin)?\.tsx\?tsr-split=component/
const subscription = /\/routes\/dashboard\/_admin\/subscription\.tsx\?tsr-split=component/
/** Whatever else may be shown: pages, and what is loaded when it is wanted. */
const others =
  /\/routes\/(?!dashboard\/_admin\/subscription).*\.tsx\?tsr-split=component|\/src\/shell\/(ProfileMenuContent|palette\/PaletteSearch)\.tsx$/

const isOfMenu = (id: string) => id.startsWith(ofMenu) || menuPackages.test(id) || menu.test(id)

const inFirst = new Set<string>()
const inForms = new Set<string>()
const inDashboard = new Set<string>()
const inPlan = new Set<string>()
const inSubscription = new Set<string>()

/**
 * The files that the app's code is put into, the highest priority counting: the framework, all else
 * that every screen needs, what calls the API, toasts and what else tells of what happened, menus,
 * the sign-in with what the other forms have in common with it, what every signed-in page needs, what
 * the subscription has in common with other pages, its table, and what later screens have in
 * common.
 */
export const chunkGroups = [
  { name: 'framework', test: framework, priority: 4 },
  { name: 'first', test: (id: string) => inFirst.has(id), priority: 3 },
  { name: 'calls', test: calls, priority: 2 },
  { name: 'messages', test: messages, priority: 1.8 },
  { name: 'menu', test: isOfMenu, priority: 1.75 },
  { name: 'forms', test: (id: string) => inForms.has(id), priority: 1.7 },
  { name: 'dashboard', test: (id: string) => inDashboard.has(id), priority: 1.5 },
  { name: 'plan', test: (id: string) => inPlan.has(id), priority: 1.3 },
  { name: 'subscription', test: (id: string) => inSubscription.has(id), priority: 1.2 },
  { name: 'signed-in', test: /\/src\/(profile|session)\//, minShareCount: 2, priority: 1.1 },
  { name: 'later', test: /\/src\/(ui|lib)\/|lucide-react/, minShareCount: 2, priority: 1 },
]

/** The files that pages name themselves, or ask for in one step: nothing has to announce them. */
export const inEveryPage = /\/(framework|first|dashboard|calls)-/

/** Finds out what the app's entry, and its pages, lead to without waiting for anything. */
export function chunksPlugin(): Plugin {
  return {
    name: 'orglens:chunks',
    apply: 'build',
    buildEnd() {
      const signedInModules = reachedFrom(dashboard, this)
      const signInModules = reachedFrom(signIn, this)
      const subscriptionModules = reachedFrom(subscription, this)
      const otherModules = reachedFrom(others, this)
      replace(inFirst, reachedFrom(entry, this))
      for (const id of signInModules) {
        if (signedInModules.has(id) || subscriptionModules.has(id)) inFirst.add(id)
      }
      replace(inForms, signInModules)
      replace(inDashboard, signedInModules)
      replace(inPlan, new Set([...subscriptionModules].filter((id) => otherModules.has(id))))
      replace(inSubscription, subscriptionModules)
    },
  }
}

function replace(set: Set<string>, values: ReadonlySet<string>): void {
  set.clear()
  for (const value of values) set.add(value)
}

/** @returns the modules of a name, and all that they import without waiting. */
function reachedFrom(start: RegExp, context: Rolldown.PluginContext): Set<string> {
  const found = new Set([...context.getModuleIds()].filter((id) => start.test(id)))
  for (const id of found) {
    // All icons are in one list: only those that are named count.
    if (!listOfIcons.test(id)) {
      for (const next of context.getModuleInfo(id)?.importedIds ?? []) found.add(next)
    }
    for (const next of iconsIn(id, context)) found.add(next)
  }
  return found
}

/** @returns the modules of the icons that a module imports by name. */
function iconsIn(id: string, context: Rolldown.PluginContext): string[] {
  const code = context.getModuleInfo(id)?.code ?? ''
  const [, names] = /import\s*\{([^}]*)\}\s*from\s*["']lucide-react["']/.exec(code) ?? []
  const list = [...context.getModuleIds()].find((other) => listOfIcons.test(other))
  if (names === undefined || list === undefined) return []
  const wanted = names.split(',').map((name) => name.trim().split(/\s+/)[0] ?? '')
  const lines = (context.getModuleInfo(list)?.code ?? '').split('\n')
  return wanted.flatMap((name) => {
    const line = lines.find((text) => new RegExp(`\\bas ${name}\\b`).test(text))
    const [, file] = /\.\/(icons\/[^'"]+)/.exec(line ?? '') ?? []
    return file ? [list.replace(/[^/]+$/, file)] : []
  })
}
