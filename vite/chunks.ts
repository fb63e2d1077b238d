/** Shared by signed-in and signed-out pages. */
const framework = [
  'node_modules/(react|react-dom|scheduler|use-sync-external-store)/',
  'node_modules/@tanstack/(history|react-router|router-core|react-store|store|react-query|query-core)/(?!.*infiniteQueryObserver|.*useInfiniteQuery)',
  'lucide-react/dist/esm/(?!icons/|lucide-react)',
  'lucide-react/dist/esm/icons/(building-complex|circle-(check|exclamation-point))\\.',
  'src/ui/(Logo|ButtonLink|input-classes)\\.',
]

/**
 * The files of the app's code. On a slow line each file costs a round trip, and each unused kilobyte 5 ms.
 * A group holds the modules on its paths and their imports, except those of a group with a higher priority.
 */
export const chunkGroups = [
  { name: 'framework', test: new RegExp(framework.join('|')), priority: 9 },
  // The entry's imports: every screen needs them.
  { name: 'app', tags: ['$initial' as const], test: /(?<!\.css)$/, priority: 8 },
  // Loads once the first screen is interactive (`src/api/call.ts`), with the calls of most pages.
  { name: 'api', test: /\/src\/api\/|node_modules\/(ky|valibot)\//, priority: 7 },
  // The other calls.
  { name: 'contract', test: /\/contract\/calls\.ts$/, priority: 6.5 },
  // Load when the browser is idle; the menu also when the pointer comes near its button.
  { name: 'messages', test: /\/ui\/toasts\/Toaster|\/shell\/(Notice|Failure)Details/, priority: 6 },
  { name: 'menu', test: /\/src\/ui\/menu\/Menu\.tsx$/, priority: 5.5 },
  // Loads when signing in is idle, with the library that it uses.
  { name: 'passkeys', test: /\/src\/(auth\/PasskeyAsking|session\/passkeys)\./, priority: 4.5 },
  // The layouts with the pages that people open first; other pages of a layout use their parts.
  { name: 'forms', test: /\/routes\/_signed-out(\/signin)?\.tsx\?|arrow-left\./, priority: 5 },
  { name: 'dashboard', test: /\/routes\/dashboard\/(route|main)\.tsx\?/, priority: 4 },
  // Loads when the browser is idle; earlier if there are several dashboards.
  {
    name: 'links',
    test: /\/src\/analytics\/(FrameActions|LinkRenewal|SeveralDashboards)\./,
    priority: 3.5,
  },
  // The modules that the subscription shares with other pages, and the rest of it.
  { name: 'plan', test: /\/src\/billing\/(plan\/|current-plan)/, priority: 3 },
  { name: 'subscription', test: /\/dashboard\/_admin\/subscription\.tsx\?/, priority: 2 },
  // What several other pages share: our parts, and what people set up of themselves and their organisation.
  {
    name: 'later',
    test: /\/src\/(ui|lib|session|profile|analytics\/reports\/queries)\b|lucide/,
    minShareCount: 2,
    priority: 1,
  },
  // The dashboard and the profile share it.
  { name: 'reports', test: /\/src\/analytics\/reports\/(?!queries)/, priority: 0.5 },
  { name: 'account', test: /\/src\/(?!billing|shell)/, minShareCount: 2 },
]

/**
 * What stands above a file's code: V8 compiles the files that screens wait for as a whole, while they download and
 * beside the main thread, instead of each function when it is first called. Others read a comment.
 * Source: https://v8.dev/blog/explicit-compile-hints
 */
export const compileHint = ({ name }: { name: string }) =>
  /^(framework|app|api|forms|dashboard|plan|subscription)$/.test(name)
    ? '//# allFunctionsCalledOnLoad'
    : ''

/** The files that a page's HTML or the boot script names: others need not preload them. */
export const inEveryPage = /\/(rolldown-runtime|framework|app|dashboard|api)-/
