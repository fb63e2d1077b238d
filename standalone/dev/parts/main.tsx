import { createRootRoute, createRouter, RouterProvider, useSearch } from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'
import { Tabs } from '../../../src/ui/Tabs'
import { followTheme, toggleTheme } from '../../../src/ui/theme'
import { ToastRegion } from '../../../src/ui/toasts/ToastRegion'
import { specimens } from './specimens'
import './styles.css'

const tabs = ['Profile', 'Security', 'Sessions', 'Reports', 'Account'].map((name) => ({
  value: name.toLowerCase(),
  name,
}))

/** The screen of parts: each part in each state, in the theme that the button chooses. */
function PartsScreen() {
  const { tab = 'profile' }: { tab?: string } = useSearch({ strict: false })
  return (
    <div className="mx-auto w-full max-w-[1344px] px-4 py-5 sm:px-8">
      <header className="flex items-center justify-between">
        <h1 className="text-22 font-[680] tracking-[-0.025em]">Parts</h1>
        <button type="button" className="min-h-11 px-4 font-semibold" onClick={toggleTheme}>
          Other theme
        </button>
      </header>
      <Tabs label="Parts" param="tab" tabs={tabs} current={tab} />
      <main className="grid gap-10 pt-5">
        {Object.entries(specimens).map(([title, specimen]) => (
          <section key={title} aria-label={title} className="grid gap-4 *:min-w-0">
            <h2 className="border-b border-line-2 pb-1 text-12h font-semibold text-ink-3">
              {title}
            </h2>
            {specimen}
          </section>
        ))}
      </main>
      <ToastRegion />
    </div>
  )
}

/** Links of parts, such as tabs, need a router. */
const router = createRouter({ routeTree: createRootRoute({ component: PartsScreen }) })

document.documentElement.classList.toggle('dark', localStorage.getItem('theme') === 'dark')
followTheme()
const root = document.getElementById('root')
if (root) createRoot(root).render(<RouterProvider router={router as never} />)
