import { ChevronDown, CornerDownLeft, TextAlignStart } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { useFetchedProfile } from '../../profile/queries'
import { AnnouncedText } from '../../ui/AnnouncedText'
import { Avatar } from '../../ui/Avatar'
import { Badge } from '../../ui/Badge'
import { classNames } from '../../ui/class-names'
import { EmptyState } from '../../ui/EmptyState'
import { keyClasses } from './key-classes'
import { matchCommands, wordsOf } from './match-commands'
import { PaletteField } from './PaletteField'
import { addRecent, recentIds } from './recent'
import { type Command, useCommands } from './use-commands'

interface PaletteSearchProps {
  isAdmin: boolean
  /** The text typed before this component had loaded. */
  initialQuery: string
  close: () => void
}

/** A command as it is listed: under its own group or, if it was chosen lately, under 'Recent'. */
interface Listed extends Omit<Command, 'group'> {
  group: Command['group'] | 'Recent'
  /** Whether it only shows the rest of its group. */
  isMore?: true
}

/** The largest number of matches that a group lists at first. */
const mostShown = 4

/** Lists what was chosen lately, then the pages. */
function openingList(commands: readonly Command[], recent: readonly string[]): Listed[] {
  const chosen = recent.flatMap((id) => commands.find((command) => command.id === id) ?? [])
  return [
    ...chosen.map((command) => ({
      ...command,
      id: `recent-${command.id}`,
      group: 'Recent' as const,
      detail: command.detail ?? command.group.replace(/s$/, ''),
    })),
    ...commands.filter(({ group, id }) => group === 'Pages' && !recent.includes(id)),
  ]
}

/** Cuts each group but `whole` after its best matches, and adds a command that shows the others. */
function shorten(found: readonly Command[], whole: string | undefined): Listed[] {
  return [...new Set(found.map(({ group }) => group))].flatMap((group) => {
    const members = found.filter((command) => command.group === group)
    if (group === whole || members.length <= mostShown + 1) return members
    const name = `Show all ${members.length}`
    const more = { id: `all-${group}`, group, name, keywords: '', icon: ChevronDown, run() {} }
    return [...members.slice(0, mostShown), { ...more, isMore: true as const }]
  })
}

/**
 * The open palette's content: finds and runs commands by keyboard, with a combobox whose list always shows.
 * Source: WAI-ARIA Authoring Practices, "Combobox", with the focus staying in the field.
 */
export function PaletteSearch({ isAdmin, initialQuery, close }: PaletteSearchProps) {
  const commands = useCommands(isAdmin)
  const [typed, setTyped] = useState(initialQuery)
  const [activeId, setActiveId] = useState<string>()
  const listId = useId()
  const [whole, setWhole] = useState<string>()
  const user = useFetchedProfile()?.email
  const [recent] = useState(() => recentIds(user))
  const words = wordsOf(typed)
  const found =
    words.length > 0
      ? shorten(matchCommands(commands, typed), whole)
      : openingList(commands, recent)
  const active = found.find(({ id }) => id === activeId) ?? found[0]
  const field = useRef<HTMLInputElement>(null)
  // This field replaces the one that had the focus.
  useLayoutEffect(() => field.current?.focus(), [])

  function run(command: Listed) {
    if (command.isMore) {
      // The first of those that were hidden becomes active, at the same place.
      const hidden = matchCommands(commands, typed).filter(({ group }) => group === command.group)
      setWhole(command.group)
      setActiveId(hidden[mostShown]?.id)
      return
    }
    if (command.group !== 'Actions') addRecent(user, command.id.replace(/^recent-/, ''))
    // Closes first, because nothing under an open dialog can take the focus.
    close()
    command.run()
  }

  function onKeyDown(event: KeyboardEvent) {
    // In Safari, the Enter that ends a composition is no longer part of it.
    const isComposing = event.nativeEvent.isComposing || event.keyCode === 229
    if (isComposing || !active) return
    const index = found.indexOf(active)
    const next = {
      ArrowDown: found[(index + 1) % found.length],
      ArrowUp: found.at(index - 1),
      Home: found[0],
      End: found.at(-1),
    }[event.key]
    if (next) setActiveId(next.id)
    else if (event.key === 'Enter') run(active)
    else return
    event.preventDefault()
  }

  return (
    <>
      <PaletteField
        ref={field}
        role="combobox"
        aria-expanded={found.length > 0}
        aria-controls={found.length > 0 ? listId : undefined}
        aria-autocomplete="list"
        aria-activedescendant={active && optionId(listId, active)}
        value={typed}
        onKeyDown={onKeyDown}
        onChange={(event) => {
          setTyped(event.target.value)
          // Selects the best match again, which is first.
          setActiveId(undefined)
          setWhole(undefined)
        }}
        onClose={close}
      />
      <p role="status" className="sr-only">
        <AnnouncedText>{found.length === 1 ? '1 result' : `${found.length} results`}</AnnouncedText>
      </p>
      {found.length > 0 ? (
        <CommandList
          id={listId}
          commands={found}
          words={words}
          active={active}
          onPoint={(command) => setActiveId(command.id)}
          onChoose={run}
        />
      ) : (
        <EmptyState
          icon={TextAlignStart}
          title={`Nothing found for “${typed.trim()}”`}
          text="Try a page, a person’s name or address, a month, or a setting."
        />
      )}
      <p
        aria-hidden="true"
        className="hidden h-11 items-center gap-5 border-t border-line bg-foot px-5 text-12h text-ink-3 *:flex *:items-center *:gap-1.5 sm:pointer-fine:flex"
      >
        <span>
          <Keys>↑ ↓</Keys> move
        </span>
        <span>
          <Keys>↵</Keys> open
        </span>
        <span className="ms-auto">
          All shortcuts <Keys>?</Keys>
        </span>
      </p>
    </>
  )
}

const optionId = (listId: string, { id }: Listed) => `${listId}-${id}`

interface CommandListProps {
  id: string
  /** The commands in order, grouped. */
  commands: Listed[]
  /** The typed words, to mark. */
  words: readonly string[]
  /** The command that Enter runs. */
  active: Listed | undefined
  onPoint: (command: Listed) => void
  onChoose: (command: Listed) => void
}

/** The palette's listbox. The focus stays in the field, which names the active option. */
function CommandList(props: CommandListProps) {
  const { id, commands, words, active, onPoint, onChoose } = props
  const activeId = active && optionId(id, active)
  const groups = [...new Set(commands.map(({ group }) => group))]
  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
  }, [activeId])

  return (
    <div
      id={id}
      role="listbox"
      aria-label="Results"
      tabIndex={-1}
      className="max-h-[min(420px,60dvh,100dvh-8rem)] scroll-py-2 overflow-y-auto overscroll-contain p-2"
    >
      {groups.map((group) => {
        const members = commands.filter((command) => command.group === group)
        return (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset has no place in a listbox
          <div key={group} role="group" aria-labelledby={`${id}-${group}`}>
            <p
              id={`${id}-${group}`}
              role="presentation"
              className="px-3 pt-2 pb-1 text-12 font-semibold text-ink-3"
            >
              {group}
            </p>
            {members.map((command) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the field's Enter runs the active one
              <div
                key={command.id}
                id={optionId(id, command)}
                role="option"
                aria-selected={command === active}
                tabIndex={-1}
                onMouseDown={(event) => event.preventDefault()}
                onPointerMove={() => onPoint(command)}
                onClick={() => onChoose(command)}
                className={`flex min-h-11 cursor-pointer items-center gap-3 rounded-10 px-3 py-1.5 font-[550] text-ink ${command === active ? 'bg-brand-50' : ''}`}
              >
                {command.icon ? (
                  <span
                    className={classNames(
                      'grid size-7 shrink-0 place-items-center rounded-[9px] text-ink-2',
                      command === active ? 'bg-surface' : 'bg-sunken dark:bg-line',
                    )}
                  >
                    <command.icon className="size-4" aria-hidden="true" />
                  </span>
                ) : (
                  <Avatar name={command.name} size={24} className="mx-0.5" />
                )}
                <span className="min-w-0 flex-1 wrap-anywhere">
                  <Marked words={words}>{command.name}</Marked>
                </span>
                {command.detail && (
                  <span className="min-w-0 truncate text-13 font-normal text-ink-3 max-sm:max-w-2/5">
                    {command.detail}
                  </span>
                )}
                {command.badge && <Badge {...command.badge} />}
                {command.keys && (
                  <span aria-hidden="true" className="hidden gap-1 sm:pointer-fine:flex">
                    <Keys>{command.keys}</Keys>
                  </span>
                )}
                {command === active && (
                  <CornerDownLeft
                    className="box-content size-3.5 shrink-0 rounded-[7px] bg-brand-100 p-1.25 text-accent"
                    aria-hidden="true"
                  />
                )}
              </div>
            ))}
          </div>
        )
      })}
    </div>
  )
}

/** Keys, which the text has with blanks between them. */
const Keys = ({ children }: { children: string }) =>
  children
    .split(' ')
    .map((key) => (
      <kbd
        key={key}
        data-key={key}
        className={`grid before:content-[attr(data-key)] ${keyClasses}`}
      />
    ))

/** A name in which the typed words stand out. */
function Marked({ words, children }: { words: readonly string[]; children: string }) {
  if (words.length === 0) return <span>{children}</span>
  const escaped = words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return children.split(new RegExp(`(${escaped.join('|')})`, 'i')).map((part, index) =>
    index % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: a part has nothing else
      <b key={index} className="font-[650] text-accent">
        {part}
      </b>
    ) : (
      part && <span key={part}>{part}</span>
    ),
  )
}
