import type { Command, Option } from 'commander'

/** A command as a shell completes it: by its path of words, what may follow. */
export type CompletedCommand = {
  /** Empty for the program itself, else such as "jobs wait". */
  path: string
  description: string
  subcommands: { name: string; description: string }[]
  options: { flags: string[]; description: string; takesValue: boolean; isPath: boolean; values: string[] }[]
  /** The words of its first argument, where they are known. */
  values: string[]
}

/** The values of an option that a shell can offer. */
function valuesOf({ argChoices = [], flags }: Option, formats: readonly string[]): string[] {
  return flags.includes('<format>') ? [...formats] : argChoices
}

/** Every command of a program, each after the one it belongs to; hidden ones are left out. */
export function commandTree(program: Command, formats: readonly string[], path = ''): CompletedCommand[] {
  const help = program.createHelp()
  help.showGlobalOptions = true
  const all = [...help.visibleOptions(program), ...help.visibleGlobalOptions(program)]
  const subcommands = help.visibleCommands(program)
  const own: CompletedCommand = {
    path,
    description: program.description(),
    subcommands: subcommands.map((command) => ({ name: command.name(), description: command.description() })),
    options: all.map((option) => ({
      flags: [option.short, option.long].flatMap((flag) => flag ?? []),
      description: option.description,
      isPath: option.flags.includes('<path>'),
      takesValue: option.required || option.optional,
      values: valuesOf(option, formats),
    })),
    values: program.registeredArguments[0]?.argChoices ?? [],
  }
  const below = subcommands.filter((command) => command.name() !== 'help')
  return [own, ...below.flatMap((command) => commandTree(command, formats, `${path} ${command.name()}`.trim()))]
}
