import { type KeyboardEvent, useId, useState } from 'react'
import { matchCommands } from './match-commands'
import { type Command, useCommands } from './use-commands'

/**
 * Searches commands by keyboard: a combobox whose list always shows.
 * Source: WAI-ARIA Authoring Practices, "Combobox", with the focus staying in the field.
 * @param initialQuery the first search.
 * @param close closes the palette and returns the focus.
 */
export function useCommandSearch(isAdmin: boolean, initialQuery: string, close: () => void) {
  const commands = useCommands(isAdmin)
  const [typed, setTyped] = useState(initialQuery)
  const [activeId, setActiveId] = useState<string>()
  const listId = useId()
  const found = matchCommands(commands, typed)
  const active = found.find(({ id }) => id === activeId) ?? found[0]
  const optionId = (command: Command) => `${listId}-${command.id}`

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

  return {
    found,
    active,
    setActive: (command: Command) => setActiveId(command.id),
    run,
    typed,
    listId,
    optionId,
    inputProps: {
      role: 'combobox',
      'aria-expanded': found.length > 0,
      'aria-controls': found.length > 0 ? listId : undefined,
      'aria-autocomplete': 'list',
      'aria-activedescendant': active && optionId(active),
      value: typed,
      onKeyDown,
      onChange: (event: { target: { value: string } }) => {
        setTyped(event.target.value)
        // Back to the best match, which is first.
        setActiveId(undefined)
      },
    } as const,
  }
}
