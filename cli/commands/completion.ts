import { Argument, type Command } from 'commander'
import { DOWNLOAD_FORMATS } from '@/lib/captions/document-files'
import { bashCompletion } from '../completion/bash'
import { commandTree } from '../completion/command-tree'
import { fishCompletion } from '../completion/fish'
import { zshCompletion } from '../completion/zsh'
import { perform } from '../perform'

const SCRIPTS = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion }
type Shell = keyof typeof SCRIPTS

const MORE = `
bash: add this line to ~/.bashrc                    eval "$(verbatim completion bash)"
zsh:  add this line to ~/.zshrc, after compinit     eval "$(verbatim completion zsh)"
fish: run this once                                 verbatim completion fish > ~/.config/fish/completions/verbatim.fish`

/** verbatim completion */
export function addCompletion(program: Command, interruption: AbortSignal): void {
  program
    .command('completion')
    .description('Print a script that completes commands in a shell')
    .addArgument(new Argument('<shell>', 'the shell').choices(Object.keys(SCRIPTS)))
    .addHelpText('after', MORE)
    .action(
      perform(interruption, (context, shell: Shell) => {
        const script = SCRIPTS[shell](commandTree(program, DOWNLOAD_FORMATS))
        return context.print({ shell, script }, script)
      }),
    )
}
