import { readFile } from 'node:fs/promises'
import type { Command } from 'commander'
import { expect, test } from 'vitest'
import { createProgram } from './program'

const MANUAL = 'docs/cli.md'
const BEGIN = '## Commands\n'

/** A command's help as printed, with the text after the options. */
function helpOf(command: Command): string {
  let printed = ''
  command.configureOutput({
    writeOut: (text) => {
      printed += text
    },
    getOutHelpWidth: () => 100,
  })
  command.outputHelp()
  return printed.trimEnd()
}

/** The help of a command and all below it, a section each. */
function sections(command: Command, path: string): string[] {
  const below = command
    .createHelp()
    .visibleCommands(command)
    .filter((each) => each.name() !== 'help')
  const own = `### ${path}\n\n\`\`\`text\n${helpOf(command)}\n\`\`\`\n`
  return [own, ...below.flatMap((each) => sections(each, `${path} ${each.name()}`))]
}

test('the manual agrees with the help of each command', async () => {
  const manual = await readFile(MANUAL, 'utf8')
  const preface = manual.slice(0, manual.indexOf(BEGIN))
  const program = createProgram(new AbortController().signal)
  const commands = sections(program, 'verbatim').join('\n')
  // After a change of the help: npx vitest run -u --project unit cli/manual.test.ts
  await expect(`${preface}${BEGIN}\n${commands}`).toMatchFileSnapshot(`../${MANUAL}`)
})
