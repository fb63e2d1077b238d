/** React and the rest of the framework, and what signed-in and signed-out pages both draw with. */
const framework = [
  'node_modules/(react|react-dom|scheduler|use-sync-external-store)/',
  'node_modules/@tanstack/(history|react-router|router-core|react-store|store|react-query|query-core)/',
  'lucide-react/dist/esm/(?!icons/|lucide-react)',
  'lucide-react/dist/esm/icons/circle-(check|exclamation-point)\\.',
  'src/ui/(Logo|ButtonLink|input-classes)\\.',
]

/**
 * The files that the app's code is put into. On a slow line each file costs a round trip, and each
 * kilobyte that a page has no use for 5 ms. A group has what its paths say and all that they import,
 * except for what a group of a higher priority has.
 */
export const chunkGroups = [
  { name: 'framework', test: new RegExp(framework.join('|')), priority: 9 },
  // What the entry imports: every screen needs it.
  { name: 'app', tags: ['$initial' as const], test: /(?<!\.css)$/, priority: 8 },
  // Asked for once the first screen is alive (`src/api/call.ts`). The profile's form alone, which
  // comes later, knows contact numbers; extensions are known by those pages alone that show them.
  {
    name: 'calls',
    test: /\/(contract\/(?!contact|extensions\.|team|audit|dashboards)|src\/api\/)|node_modules\/(ky|valibot)\//,
    priority: 7,
  },
  // Asked for when the browser is idle, the menu also when the pointer comes near its button.
  { name: 'messages', test: /\/ui\/toasts\/Toaster|\/shell\/(Notice|Failure)Details/, priority: 6 },
  { name: 'menu', test: /\/src\/ui\/menu\/Menu\.tsx$/, priority: 5.5 },
  // The frames with the pages that people open first; the other pages of a frame use their parts.
  { name: 'forms', test: /\/routes\/_signed-out(\/signin)?\.tsx\?|arrow-left\./, priority: 5 },
  { name: 'dashboard', test: /\/routes\/dashboard\/(route|main)\.tsx\?/, priority: 4 },
  // What the subscription has in common with other pages, and the rest of it.
  { name: 'plan', test: /\/src\/billing\/(plan\/|current-plan)/, priority: 3 },
  { name: 'subscription', test: /\/dashboard\/_admin\/subscription\.tsx\?/, priority: 2 },
  // What the other pages have in common.
  { name: 'later', test: /\/src\/(?!billing|shell)|lucide/, minShareCount: 2 },
]

/** The files that pages name themselves, or ask for in one step: nothing has to announce them. */
export const inEveryPage = /\/(rolldown-runtime|framework|app|dashboard|calls)-/
