import path from 'node:path'

/** npm as it was started, so that a machine with several uses the same one. */
export function npmCommand() {
  const cli = process.env.npm_execpath
  return cli && path.basename(cli) === 'npm-cli.js'
    ? { program: process.execPath, args: [cli] }
    : { program: 'npm', args: [] }
}
