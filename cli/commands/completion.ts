import { Argument, type Command, type Option } from 'commander'
import { DOWNLOAD_FORMATS } from '@/lib/captions/document-files'
import { perform } from '../perform'
import { shellWord } from '../terminal/shell-word'

/** A command as a shell completes it: by its path of words, what may follow. */
type CompletedCommand = {
  /** Empty for the program itself, else such as "jobs wait". */
  path: string
  description: string
  subcommands: { name: string; description: string }[]
  options: { flags: string[]; description: string; takesValue: boolean; isPath: boolean; values: readonly string[] }[]
  /** The words of its first argument, where they are known. */
  values: string[]
}

/** The values of an option that a shell can offer. */
function valuesOf({ argChoices, flags }: Option): readonly string[] {
  return argChoices ?? (flags.includes('<format>') ? DOWNLOAD_FORMATS : [])
}

/** The names of values that are files or folders of this machine. */
const PATH_VALUE = /<(?:path|file|folder)>/

/** Every command of a program, each after the one it belongs to; hidden ones are left out. */
function commandTree(program: Command, path = ''): CompletedCommand[] {
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
      isPath: PATH_VALUE.test(option.flags),
      takesValue: option.required || option.optional,
      values: valuesOf(option),
    })),
    values: program.registeredArguments[0]?.argChoices ?? [],
  }
  const below = subcommands.filter((command) => command.name() !== 'help')
  return [own, ...below.flatMap((command) => commandTree(command, `${path} ${command.name()}`.trim()))]
}

function flagsOf({ options }: CompletedCommand): string[] {
  return options.flatMap(({ flags }) => flags)
}

/** The branch of a command in the case: its words, and the values of its options. */
function bashBranch(command: CompletedCommand): string {
  const words = [...command.subcommands.map(({ name }) => name), ...command.values]
  const values = command.options.filter(({ takesValue }) => takesValue)
  const lines = values.map(
    ({ flags, values: known }) => `        ${flags.join('|')}) values=${shellWord(known.join(' '))} ;;`,
  )
  return [
    `    ${shellWord(command.path)})`,
    `      words=${shellWord(words.join(' '))}`,
    `      flags=${shellWord(flagsOf(command).join(' '))}`,
    ...(lines.length > 0 ? ['      case $previous in', ...lines, '      esac'] : []),
    '      ;;',
  ].join('\n')
}

/** The completion script for bash, 3.2 or newer (that of macOS). */
function bashCompletion(commands: readonly CompletedCommand[]): string {
  const paths = commands.flatMap(({ path }) => (path === '' ? [] : [shellWord(path)]))
  return `# bash completion of verbatim: eval "$(verbatim completion bash)"
_verbatim() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD - 1]}
  local path='' words='' flags='' values=none word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "\${path:+$path }$word" in
    ${paths.join('|')}) path="\${path:+$path }$word" ;;
    esac
  done
  case $path in
${commands.map(bashBranch).join('\n')}
  esac
  COMPREPLY=()
  if [[ $values != none ]]; then
    [[ -z $values ]] || COMPREPLY=($(compgen -W "$values" -- "$current"))
  elif [[ $current == -* ]]; then
    COMPREPLY=($(compgen -W "$flags" -- "$current"))
  elif [[ -n $words ]]; then
    COMPREPLY=($(compgen -W "$words" -- "$current"))
  fi
}
complete -o bashdefault -o default -F _verbatim verbatim
`
}

/** In fish, unlike in a POSIX shell, a quote within quotes is written with a backslash. */
function fishQuote(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}

function optionWords({ flags }: CompletedCommand['options'][number]): string {
  return flags.map((flag) => (flag.startsWith('--') ? `-l ${flag.slice(2)}` : `-s ${flag.slice(1)}`)).join(' ')
}

function valueWords({ takesValue, isPath, values }: CompletedCommand['options'][number]): string {
  if (!takesValue) return ''
  if (isPath) return ' -r'
  return values.length > 0 ? ` -x -a ${fishQuote(values.join(' '))}` : ' -x'
}

function linesOf(command: CompletedCommand): string[] {
  const start = `complete -c verbatim -n ${fishQuote(`__verbatim_at ${fishQuote(command.path)}`)}`
  const options = command.options.map((option) => {
    return `${start} ${optionWords(option)}${valueWords(option)} -d ${fishQuote(option.description)}`
  })
  const words = [
    ...command.subcommands.map(({ name, description }) => `${start} -f -a ${name} -d ${fishQuote(description)}`),
    ...command.values.map((value) => `${start} -f -a ${value}`),
  ]
  return [...options, ...words]
}

function fishCompletion(commands: readonly CompletedCommand[]): string {
  const paths = commands.flatMap(({ path }) => (path === '' ? [] : [fishQuote(path)]))
  return `# fish completion of verbatim: verbatim completion fish | source
function __verbatim_at
  set -l path
  for word in (commandline -opc)[2..-1]
    set -l longer (string trim "$path $word")
    if contains -- $longer ${paths.join(' ')}
      set path $longer
    end
  end
  test "$path" = "$argv[1]"
end
${commands.flatMap(linesOf).join('\n')}
`
}

/** Escapes colons and brackets, which have a meaning for _arguments and _describe. */
function escaped(text: string): string {
  return text.replace(/[[\]:\\]/g, '\\$&')
}

function optionSpecs({ options }: CompletedCommand): string[] {
  return options.flatMap(({ flags, description, takesValue, isPath, values }) =>
    flags.map((flag) => {
      const action = values.length > 0 ? `(${values.join(' ')})` : isPath ? '_files' : ' '
      return shellWord(`${flag}[${escaped(description)}]${takesValue ? `:value:${action}` : ''}`)
    }),
  )
}

function wordSpec({ subcommands, values }: CompletedCommand): string {
  const words = [
    ...subcommands.map(({ name, description }) => `${name}\\:${shellWord(escaped(description))}`),
    ...values,
  ]
  if (subcommands.length > 0) return shellWord(`1:command:((${words.join(' ')}))`)
  return values.length > 0 ? shellWord(`1:value:(${values.join(' ')})`) : shellWord('*:file:_files')
}

function zshBranch(command: CompletedCommand): string {
  const specs = [...optionSpecs(command), wordSpec(command)].map((spec) => `      ${spec}`)
  return `    ${shellWord(command.path)})\n    specs=(\n${specs.join('\n')}\n    ) ;;`
}

function zshCompletion(commands: readonly CompletedCommand[]): string {
  const paths = commands.flatMap(({ path }) => (path === '' ? [] : [shellWord(path)]))
  return `#compdef verbatim
# zsh completion of verbatim: eval "$(verbatim completion zsh)"
_verbatim() {
  local path_of='' word depth=0 i
  local -a specs
  for (( i = 2; i < CURRENT; i++ )); do
    word=$words[i]
    case "\${path_of:+$path_of }$word" in
    ${paths.join('|')}) path_of="\${path_of:+$path_of }$word"; depth=$(( i - 1 )) ;;
    esac
  done
  words=("\${words[@]:$depth}")
  (( CURRENT -= depth ))
  case $path_of in
${commands.map(zshBranch).join('\n')}
  esac
  _arguments -s $specs
}
if [[ $funcstack[1] == _verbatim ]]; then
  _verbatim "$@"
else
  compdef _verbatim verbatim
fi
`
}

const SCRIPTS = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion }
type Shell = keyof typeof SCRIPTS

const MORE = `
bash: add this line to ~/.bashrc                    eval "$(verbatim completion bash)"
zsh:  add this line to ~/.zshrc, after compinit     eval "$(verbatim completion zsh)"
fish: run this once                                 verbatim completion fish > ~/.config/fish/completions/verbatim.fish`

export function addCompletion(program: Command, interruption: AbortSignal): void {
  program
    .command('completion')
    .description('Print a script that completes commands in a shell')
    .addArgument(new Argument('<shell>', 'the shell').choices(Object.keys(SCRIPTS)))
    .addHelpText('after', MORE)
    .action(
      perform(interruption, (context, shell: Shell) => {
        const script = SCRIPTS[shell](commandTree(program))
        return context.print({ shell, script }, script)
      }),
    )
}
