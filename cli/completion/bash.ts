import type { CompletedCommand } from './command-tree'
import { quote } from './quote'

function flagsOf({ options }: CompletedCommand): string[] {
  return options.flatMap(({ flags }) => flags)
}

/** A branch of the case over commands: what may come, and which options take which values. */
function branch(command: CompletedCommand): string {
  const words = [...command.subcommands.map(({ name }) => name), ...command.values]
  const values = command.options.filter(({ takesValue }) => takesValue)
  const lines = values.map(
    ({ flags, values: known }) => `        ${flags.join('|')}) values=${quote(known.join(' '))} ;;`,
  )
  return [
    `    ${quote(command.path)})`,
    `      words=${quote(words.join(' '))}`,
    `      flags=${quote(flagsOf(command).join(' '))}`,
    ...(lines.length > 0 ? ['      case $previous in', ...lines, '      esac'] : []),
    '      ;;',
  ].join('\n')
}

/** The completion script for bash, 3.2 or newer (that of macOS). */
export function bashCompletion(commands: readonly CompletedCommand[]): string {
  const paths = commands.flatMap(({ path }) => (path === '' ? [] : [quote(path)]))
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
${commands.map(branch).join('\n')}
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
