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
    if (page) void navigate({ to: navigationPath(page) })
    else if (key === '?') shortcutList.set(true)
    else if (key === 't') toggleTheme()
    else if (key === 'f' && filter) filter.focus()
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
      className="m-auto w-[calc(100%-32px)] max-w-190 overflow-y-auto rounded-card border border-line bg-raised text-ink shadow-card backdrop:bg-[rgb(11_15_30/0.5)]"
    >
      <div className="flex items-center justify-between gap-3 border-b border-line px-6 py-4">
        <h2 id={`${id}-title`} className="text-18 font-[650] tracking-[-0.02em]">
          Keyboard shortcuts
        </h2>
        <IconButton label="Close" onClick={onClose} className="-me-2.5 border-transparent">
          <X className="size-4.5" />
        </IconButton>
      </div>
      <div className="grid gap-x-12 gap-y-5 px-6 py-4.5 sm:grid-cols-2">
        <Keys title="Go to" shortcuts={pages} />
        <Keys title="Anywhere" shortcuts={anywhere} />
      </div>
      <label className="flex cursor-pointer items-center justify-between gap-4 border-t border-line bg-sunken px-6 py-4">
        <span>
          <span className="block text-14 font-[650]">Single-key shortcuts</span>
          <span id={`${id}-text`} className="text-12h text-ink-3">
            Those without Ctrl. Switch them off if you speak to your computer.
          </span>
        </span>
        <input
          type="checkbox"
          aria-label="Single-key shortcuts"
          aria-describedby={`${id}-text`}
          checked={isOn}
          onChange={({ target }) => {
            switchSingleKeys(target.checked)
            setIsOn(target.checked)
          }}
          className="checkbox size-4.5 shrink-0"
        />
      </label>
    </ModalDialog>
  )
}

function Keys({ title, shortcuts }: { title: string; shortcuts: Shortcut[] }) {
  return (
    <section>
      <h3 className="mb-1.5 text-12 font-semibold text-ink-3">{title}</h3>
      <dl className="grid grid-cols-[1fr_auto] items-center gap-x-4 gap-y-2.5 text-14">
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
                  <Key key={key}>{key}</Key>
                ),
              )}
            </dd>
          </Fragment>
        ))}
      </dl>
    </section>
  )
}

const Key = ({ children }: { children: string }) => (
  <kbd className="grid min-h-6 min-w-6 place-items-center rounded-6 border border-line-2 px-1.5 font-sans text-12 font-semibold text-ink-2">
    {children}
  </kbd>
)
