import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { AnnouncedText } from '../../ui/AnnouncedText'
import { classNames } from '../../ui/class-names'
import { matchCommands } from './match-commands'
import { PaletteField } from './PaletteField'
import { type Command, useCommands } from './use-commands'

interface PaletteSearchProps {
  isAdmin: boolean
  /** The text typed before this component had loaded. */
  initialQuery: string
  close: () => void
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
  const found = matchCommands(commands, typed)
  const active = found.find(({ id }) => id === activeId) ?? found[0]
  const field = useRef<HTMLInputElement>(null)
  // This field replaces the one that had the focus.
  useLayoutEffect(() => field.current?.focus(), [])

  function run(command: Command) {
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
          active={active}
          onPoint={(command) => setActiveId(command.id)}
          onChoose={run}
        />
      ) : (
        <p className="px-6 py-12 text-center text-14 wrap-anywhere text-ink-2">
          {`Nothing found for “${typed.trim()}”.`}
        </p>
      )}
      <p
        aria-hidden="true"
        className="flex gap-5 border-t border-line px-4.5 py-2.5 text-12 text-ink-3 pointer-coarse:hidden"
      >
        <span>↑ ↓ to move</span>
        <span>↵ to open</span>
        <span>Esc to close</span>
      </p>
    </>
  )
}

const optionId = (listId: string, { id }: Command) => `${listId}-${id}`

interface CommandListProps {
  id: string
  /** The commands in order, grouped. */
  commands: Command[]
  /** The command that Enter runs. */
  active: Command | undefined
  onPoint: (command: Command) => void
  onChoose: (command: Command) => void
}

/** The palette's listbox. The focus stays in the field, which names the active option. */
function CommandList(props: CommandListProps) {
  const { id, commands, active, onPoint, onChoose } = props
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
              className="px-2.5 pt-2.5 pb-1.5 text-12 font-semibold text-ink-3"
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
                className={classNames(
                  'flex min-h-10 cursor-pointer items-center gap-3 rounded-8 px-2.5 py-1.5 font-medium pointer-coarse:min-h-11',
                  command === active
                    ? 'bg-brand-50 text-accent outline-2 -outline-offset-2 outline-accent'
                    : 'text-ink-2',
                )}
              >
                <command.icon className="size-[18px] shrink-0" aria-hidden="true" />
                <span className="min-w-0 flex-1 wrap-anywhere">{command.name}</span>
                {command.detail && (
                  <span className="shrink-0 text-12h font-normal text-ink-3">{command.detail}</span>
                )}
              </div>
            ))}
          </div>
        )
      })}
    </div>
  )
}
