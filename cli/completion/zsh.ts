import type { CompletedCommand } from './command-tree'
import { quote } from './quote'

/** In what _arguments and _describe take, colons and brackets mean something. */
function escaped(text: string): string {
  return text.replace(/[[\]:\\]/g, '\\$&')
}

function optionSpecs({ options }: CompletedCommand): string[] {
  return options.flatMap(({ flags, description, takesValue, isPath, values }) =>
    flags.map((flag) => {
      const action = values.length > 0 ? `(${values.join(' ')})` : isPath ? '_files' : ' '
      return quote(`${flag}[${escaped(description)}]${takesValue ? `:value:${action}` : ''}`)
    }),
  )
}

function wordSpec({ subcommands, values }: CompletedCommand): string {
  const words = [...subcommands.map(({ name, description }) => `${name}\\:${quote(escaped(description))}`), ...values]
  if (subcommands.length > 0) return quote(`1:command:((${words.join(' ')}))`)
  return values.length > 0 ? quote(`1:value:(${values.join(' ')})`) : quote('*:file:_files')
}

function branch(command: CompletedCommand): string {
  const specs = [...optionSpecs(command), wordSpec(command)].map((spec) => `      ${spec}`)
  return `    ${quote(command.path)})\n    specs=(\n${specs.join('\n')}\n    ) ;;`
}

/** The completion script for zsh. */
export function zshCompletion(commands: readonly CompletedCommand[]): string {
  const paths = commands.flatMap(({ path }) => (path === '' ? [] : [quote(path)]))
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
${commands.map(branch).join('\n')}
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
