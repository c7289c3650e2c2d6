import { checkNode } from '../check-node.mjs'

/**
 * `node server/setup/operators/run.mjs NAME ARGUMENTS…`: a command of the operator. It prepares the folder as far as it takes.
 * Standard output is the command's alone.
 */
checkNode()
const { runMain } = await import('../run-main.mjs')
const { COMMANDS } = await import('./commands.mjs')

await runMain(async () => {
  const [name = '', ...argv] = process.argv.slice(2)
  const command = COMMANDS.get(name)
  if (command) return command(name, argv)
  console.error(`Usage: node server/setup/operators/run.mjs ${[...COMMANDS.keys()].join('|')} ARGUMENTS…`)
  return 2
})
