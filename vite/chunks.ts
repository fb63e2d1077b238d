/** Code of libraries, and code that signed-out and signed-in pages share. */
const framework = [
  'node_modules/(react|react-dom|scheduler|use-sync-external-store)/',
  'node_modules/@tanstack/(history|react-router|router-core|react-store|store|react-query|query-core)/(?!.*[iI]nfiniteQuery)',
  'lucide-react/dist/esm/(?!icons/|lucide-react)',
  'lucide-react/dist/esm/icons/(arrow-left|building-complex|circle-(check|exclamation-point)|triangle-exclamation-point|wifi-off)\\.',
  'src/(shell/Notices|ui/(Banner|Logo|ButtonLink|input-classes|cards/CardFoot))\\.',
  'contract/(pasted|search)-text\\.',
]

/**
 * The files of the app's code. On a slow line each file costs a round trip, and each unused kilobyte 5 ms. A group holds
 * the modules on its paths and their imports, except those of a group above it. Other code has a file for each `import()`.
 */
export const chunkGroups = [
  { name: 'framework', test: new RegExp(framework.join('|')) },
  // The entry's imports: every screen needs them. Vite names the file after `index.html`.
  { name: 'app', tags: ['$initial' as const] },
  // The layouts with the pages that people open first; other pages of a layout use their parts.
  { name: 'signed-out', test: /\/routes\/_signed-out(\/signin)?\.tsx\?/ },
  {
    name: 'signed-in',
    // Tables and sections use fragments. Otherwise the tables' file would have their code.
    test: /\/routes\/dashboard\/(route|main)\.tsx\?|\/src\/(api\/send|lib\/use-fragment-action)\./,
  },
  // Days, money and facts, which most pages of admins share.
  {
    name: 'common',
    test: /\/src\/(billing\/(buyer-in-use|days|mutations|subscribed-plan|pricing\/(PlanPoints|PriceText))|lib\/(mutations|use-followed-mutation)|ui\/(Badge|cards\/(Facts|Meter)))\.|icons\/(check|circle-arrow-up|circle-x)\./,
  },
  // The plan's card, which two pages have.
  { name: 'plan', test: /\/src\/billing\/plan\/(CurrentPlan|use-is-plan-pending)\./ },
  // The calls that aren't part of the API's client (`src/api/endpoints.ts`).
  { name: 'calls', test: /\/contract\/calls\.ts$/ },
  { name: 'tables', test: /\/src\/ui\/table\/(TableCard|use-sort-in-address)/ },
  { name: 'subscription', test: /\/dashboard\/_admin\/subscription\.tsx\?/ },
  // The few parts that the price list, receipts and the Dashboard page share with others: with the next group they would
  // load every form.
  {
    name: 'details',
    test: /\/src\/(ui\/(SegmentedToggle|dialogs\/ConfirmDialog)|profile\/ProfileFacts|lib\/save-file)\.|icons\/(calendar-x|circle-slash|copy|external-link|file-(down|pen)|printer|receipt-text|undo-2)\./,
  },
  // The price list, to which somebody comes who has cancelled a plan: so the question before may have code in it.
  { name: 'PlanList', test: /\/src\/billing\/pricing\/PlanList\./ },
  // Code shared by several other pages. Menus load when the browser is idle.
  {
    name: 'shared',
    test: /\/src\/(ui(?!\/menu\/Menu)|lib|session|profile|(analytics\/reports|passkeys)\/queries|organisation\/mutations|account\/(AccountPassword|PasswordDialog))\b|lucide/,
    minShareCount: 2,
  },
].map((group, index, groups) => ({ ...group, priority: groups.length - index }))

/**
 * Asks V8 to compile the files that screens wait for as a whole, while they download and beside the main thread, instead
 * of each function when it is first called (https://v8.dev/blog/explicit-compile-hints). Other browsers read a comment.
 */
export const compileHint = ({ name }: { name: string }) =>
  /^(framework|index|signed-out|signed-in|common|plan|tables|subscription)$/.test(name)
    ? '//# allFunctionsCalledOnLoad'
    : ''
