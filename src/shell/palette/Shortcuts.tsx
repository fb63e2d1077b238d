import { useNavigate } from '@tanstack/react-router'
import { X } from 'lucide-react'
import { Fragment, useEffect, useEffectEvent, useId, useState } from 'react'
import { usePageState } from '../../lib/page-state'
import { settings } from '../../settings'
import { ModalDialog } from '../../ui/dialogs/ModalDialog'
import { IconButton } from '../../ui/IconButton'
import { toggleTheme } from '../../ui/theme'
import { navigationPath, visibleNavigation } from '../navigation/navigation'
import { areSingleKeysOn, pageKeys, shortcutList, switchSingleKeys } from './shortcut-keys'

/** The time to press a page's key after G, in ms. */
const followTime = 1_000

/** Follows the shortcuts of the signed-in pages, and lists them. Ctrl K is the search box's own. */
export default function Shortcuts({ isAdmin }: { isAdmin: boolean }) {
  const navigate = useNavigate()
  const isOpen = usePageState(shortcutList)
  const pages = visibleNavigation(isAdmin, settings.isOurServer)

  /** @returns whether the key did something. */
  const onKey = useEffectEvent((key: string, follows: boolean): boolean => {
    const page = follows && pages.find(({ path }) => pageKeys[path] === key.toUpperCase())
    const filter = document.querySelector<HTMLInputElement>('main [type="search"]')
    const reload = document.querySelector<HTMLElement>('main [aria-label="Reload"]')
    if (page) void navigate({ to: navigationPath(page) })
    else if (key === '?') shortcutList.set(true)
    else if (key === 't') toggleTheme()
    else if (key === 'f' && filter) filter.focus()
    else if (key === '[') document.querySelector<HTMLElement>('header [aria-controls]')?.click()
    else if (key === 'r' && reload) reload.click()
    else return false
    return true
  })

  useEffect(() => {
    let pressedG = Number.NEGATIVE_INFINITY
    function onKeyDown(event: KeyboardEvent) {
      const { key, timeStamp, ctrlKey, metaKey, altKey } = event
      if (event.defaultPrevented || event.isComposing || event.repeat) return
      // A dialog waits for an answer.
      if (document.querySelector('dialog[open]')) return
      if ((ctrlKey || metaKey) && !altKey && key === '/') {
        event.preventDefault()
        shortcutList.set(true)
      } else if (!ctrlKey && !metaKey && !altKey && !takesKeys(event.target) && areSingleKeysOn()) {
        const follows = timeStamp - pressedG < followTime
        pressedG = key === 'g' && !follows ? timeStamp : Number.NEGATIVE_INFINITY
        if (onKey(key, follows)) event.preventDefault()
      }
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])

  return (
    isOpen && (
      <ShortcutList
        pages={pages.map(({ name, path }) => [name, ['G', 'then', pageKeys[path]]])}
        onClose={() => shortcutList.set(false)}
      />
    )
  )
}

/** Whether typing into an element has a meaning of its own. */
const takesKeys = (target: EventTarget | null) =>
  target instanceof Element &&
  target.closest('input, textarea, select, [contenteditable], [role="menu"]') !== null

/** A shortcut: its name, its keys and the words between them. */
type Shortcut = [name: string, keys: string[]]

const anywhere: Shortcut[] = [
  ['Search', ['Ctrl', 'K']],
  ['Keyboard shortcuts', ['?', 'or', 'Ctrl', '/']],
  ['Filter this table', ['F']],
  ['Light or dark', ['T']],
  ['Show or hide the menu', ['[']],
  ['Reload the dashboard', ['R']],
  ['Close what is open', ['Esc']],
]

function ShortcutList({ pages, onClose }: { pages: Shortcut[]; onClose: () => void }) {
  const id = useId()
  const [isOn, setIsOn] = useState(areSingleKeysOn)
  return (
    <ModalDialog
      open
      onClose={onClose}
      aria-labelledby={`${id}-title`}
      className="m-auto w-[calc(100%-32px)] max-w-190 overflow-y-auto rounded-[18px] bg-raised text-ink shadow-pop forced-colors:border backdrop:bg-scrim"
    >
      <div className="flex items-center justify-between gap-3 border-b border-line px-6 py-4">
        <h2 id={`${id}-title`} className="text-18 font-[650] tracking-[-0.02em]">
          Keyboard shortcuts
        </h2>
        <IconButton label="Close" look="row" onClick={onClose}>
          <X className="size-4.5" />
        </IconButton>
      </div>
      <div className="grid divide-line max-sm:divide-y sm:grid-cols-2 sm:divide-x">
        <Keys title="Go to" shortcuts={pages} />
        <Keys title="Anywhere" shortcuts={anywhere} />
      </div>
      <label className="flex cursor-pointer items-center justify-between gap-4 border-t border-line bg-foot px-6 py-3.5">
        <span>
          <span className="block font-semibold">Single-key shortcuts</span>
          <span id={`${id}-text`} className="text-12h text-ink-3">
            Those without Ctrl. Switch them off if you speak to your computer.
          </span>
        </span>
        <input
          type="checkbox"
          role="switch"
          aria-label="Single-key shortcuts"
          aria-describedby={`${id}-text`}
          checked={isOn}
          aria-checked={isOn}
          onChange={({ target }) => {
            switchSingleKeys(target.checked)
            setIsOn(target.checked)
          }}
          className="h-5 w-9 shrink-0 cursor-pointer appearance-none rounded-full bg-edge p-0.5 transition-colors before:block before:size-4 before:rounded-full before:bg-white before:transition-[translate] checked:bg-brand-500 checked:before:translate-x-4 forced-colors:border forced-colors:before:bg-[ButtonText]"
        />
      </label>
    </ModalDialog>
  )
}

function Keys({ title, shortcuts }: { title: string; shortcuts: Shortcut[] }) {
  return (
    <section className="px-6 pt-4 pb-5">
      <h3 className="mb-1 text-12/6 font-semibold text-ink-3">{title}</h3>
      <dl className="grid grid-cols-[1fr_auto] items-center gap-x-4 gap-y-3">
        {shortcuts.map(([name, keys]) => (
          <Fragment key={name}>
            <dt>{name}</dt>
            <dd className="flex items-center justify-end gap-1.5">
              {keys.map((key) =>
                /^(then|or)$/.test(key) ? (
                  <span key={key} className="text-12h text-ink-3">
                    {key}
                  </span>
                ) : (
                  <kbd
                    key={key}
                    className="grid h-6 min-w-5.5 place-items-center rounded-6 border border-b-2 border-line-2 bg-sunken px-1.5 font-sans text-12 font-medium text-ink-2"
                  >
                    {key}
                  </kbd>
                ),
              )}
            </dd>
          </Fragment>
        ))}
      </dl>
    </section>
  )
}
