import { useSearch } from '@tanstack/react-router'
import { Tabs } from '../../../src/ui/Tabs'
import { toggleTheme } from '../../../src/ui/theme'
import { ToastRegion } from '../../../src/ui/toasts/ToastRegion'
import { Cards } from './Cards'
import { Controls } from './Controls'
import { Messages } from './Messages'
import { Tables } from './Tables'
import { Words } from './Words'

const tabs = [
  { value: 'profile', name: 'Profile' },
  { value: 'security', name: 'Security' },
  { value: 'sessions', name: 'Sessions' },
  { value: 'reports', name: 'Reports' },
  { value: 'account', name: 'Account' },
]

/** The screen of parts: each part in each state, in the theme that the button chooses. */
export function PartsScreen() {
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
        <Controls />
        <Words />
        <Cards />
        <Messages />
        <Tables />
      </main>
      <ToastRegion />
    </div>
  )
}
