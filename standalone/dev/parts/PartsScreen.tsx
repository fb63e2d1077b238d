import { toggleTheme } from '../../../src/ui/theme'
import { Colours } from './Colours'
import { Controls } from './Controls'
import { Words } from './Words'

/** The screen of parts: each part in each state, in the theme that the button chooses. */
export function PartsScreen() {
  return (
    <div className="mx-auto w-full max-w-[1344px] px-4 py-5 sm:px-8">
      <header className="flex items-center justify-between">
        <h1 className="text-22 font-[680] tracking-[-0.025em]">Parts</h1>
        <button type="button" className="min-h-11 px-4 font-semibold" onClick={toggleTheme}>
          Other theme
        </button>
      </header>
      <main className="grid gap-10 pt-5">
        <Controls />
        <Words />
        <Colours />
      </main>
    </div>
  )
}
