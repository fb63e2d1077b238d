import { useEffect } from 'react'
import { classNames } from '../../ui/class-names'
import type { Command } from './use-commands'

interface CommandListProps {
  id: string
  /** In their order, each group's together. */
  commands: Command[]
  /** The one that Enter runs. */
  active: Command | undefined
  optionId: (command: Command) => string
  onPoint: (command: Command) => void
  onChoose: (command: Command) => void
}

/** The palette's listbox. The focus stays in the field, which names the active option. */
export function CommandList(props: CommandListProps) {
  const { id, commands, active, optionId, onPoint, onChoose } = props
  const activeId = active && optionId(active)
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
                id={optionId(command)}
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
