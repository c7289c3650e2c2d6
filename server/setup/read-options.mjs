import { parseArgs } from 'node:util'
import { errorCode, SetupError } from './setup-error.mjs'

/**
 * Whether a command is asked for its usage, which needs neither data nor a database.
 * @param {readonly string[]} argv
 */
export function asksForHelp(argv) {
  return argv.includes('--help') || argv.includes('-h')
}

/**
 * Reads a command's options; `--help` is always one. What it does not know is a failure with exit code 2.
 * @template {NonNullable<import('node:util').ParseArgsConfig['options']>} Options
 * @param {string[]} argv
 * @param {Options} options
 * @param {string} usage
 */
export function readOptions(argv, options, usage) {
  try {
    if (asksForHelp(argv)) return { values: null }
    return { values: parseArgs({ args: argv, options, allowPositionals: false }).values }
  } catch (error) {
    if (!(error instanceof Error) || !errorCode(error).startsWith('ERR_PARSE_ARGS')) throw error
    throw new SetupError(`${error.message}\n\n${usage}`, { exitCode: 2 })
  }
}
