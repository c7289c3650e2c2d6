import { type ReactNode, useEffect } from 'react'
import type { Command, CommandGroup } from './commands'
import { words } from './words'

/** The id of the element of a command, to which the field points. */
export function optionId({ group, id }: Pick<Command, 'group' | 'id'>): string {
  return `command-${group}-${id.replace(/\W+/g, '-')}`
}

type Props = {
  commands: readonly Command[]
  chosen: Command | undefined
  onPoint: (index: number) => void
  onRun: (command: Command) => void
}

/** The commands in groups, in their order. The field keeps the focus; the chosen one is marked. */
export function CommandList({ commands, chosen, onPoint, onRun }: Props) {
  const groups = [...new Set(commands.map(({ group }) => group))]
  const chosenId = chosen && optionId(chosen)
  useEffect(() => {
    if (chosenId) document.getElementById(chosenId)?.scrollIntoView({ block: 'nearest' })
  }, [chosenId])
  return (
    <div
      id="palette-list"
      role="listbox"
      aria-label={words.results}
      tabIndex={-1}
      className="min-h-0 flex-1 overflow-y-auto p-2 empty:hidden"
    >
      {groups.map((group) => (
        <Group key={group} group={group}>
          {commands.map((command, index) =>
            command.group === group ? (
              <Option
                key={command.id}
                command={command}
                isChosen={command === chosen}
                onPoint={() => onPoint(index)}
                onRun={() => onRun(command)}
              />
            ) : null,
          )}
        </Group>
      ))}
    </div>
  )
}

function Group({ group, children }: { group: CommandGroup; children: ReactNode }) {
  const id = `command-group-${group}`
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a listbox
    <div role="group" aria-labelledby={id} className="pb-2">
      <div id={id} className="px-3 py-1 text-xs font-medium text-soft">
        {words.groups[group]}
      </div>
      {children}
    </div>
  )
}

type OptionProps = { command: Command; isChosen: boolean; onPoint: () => void; onRun: () => void }

function Option({ command, isChosen, onPoint, onRun }: OptionProps) {
  const { Icon, name } = command
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus and takes the keys
    <div
      id={optionId(command)}
      role="option"
      aria-selected={isChosen}
      tabIndex={-1}
      onPointerMove={onPoint}
      onClick={onRun}
      className="flex min-h-9 pointer-coarse:min-h-10 cursor-pointer items-center gap-3 rounded-sm px-3 py-1.5 text-sm aria-selected:bg-ink/7"
    >
      <Icon className="size-4 shrink-0 text-soft" aria-hidden="true" />
      <bdi className="min-w-0 truncate">{name}</bdi>
    </div>
  )
}
