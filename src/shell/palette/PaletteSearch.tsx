import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { AnnouncedText } from '../../ui/AnnouncedText'
import { CommandList } from './CommandList'
import { matchCommands } from './match-commands'
import { PaletteField } from './PaletteField'
import { type Command, useCommands } from './use-commands'

interface PaletteSearchProps {
  isAdmin: boolean
  /** What was typed before this loaded. */
  initialQuery: string
  close: () => void
}

/**
 * The open palette's content: finds and runs commands by keyboard (D22), with a combobox whose list always shows.
 * Source: WAI-ARIA Authoring Practices, "Combobox", with the focus staying in the field.
 */
export function PaletteSearch({ isAdmin, initialQuery, close }: PaletteSearchProps) {
  const commands = useCommands(isAdmin)
  const [typed, setTyped] = useState(initialQuery)
  const [activeId, setActiveId] = useState<string>()
  const listId = useId()
  const found = matchCommands(commands, typed)
  const active = found.find(({ id }) => id === activeId) ?? found[0]
  const optionId = (command: Command) => `${listId}-${command.id}`
  const field = useRef<HTMLInputElement>(null)
  // It replaces the field that had the focus.
  useLayoutEffect(() => field.current?.focus(), [])

  function run(command: Command) {
    // First: nothing under an open dialog can take the focus.
    close()
    command.run()
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing || !active) return
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
        aria-activedescendant={active && optionId(active)}
        value={typed}
        onKeyDown={onKeyDown}
        onChange={(event) => {
          setTyped(event.target.value)
          // Back to the best match, which is first.
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
          optionId={optionId}
          onPoint={(command) => setActiveId(command.id)}
          onChoose={run}
        />
      ) : (
        <p className="px-6 py-12 text-center text-14 wrap-anywhere text-ink-2">
          Nothing found for “{typed.trim()}”.
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
