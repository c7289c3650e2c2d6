import type { CompletedCommand } from './command-tree'

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

/** The completion script for fish. */
export function fishCompletion(commands: readonly CompletedCommand[]): string {
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
