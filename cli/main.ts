import { CommanderError } from 'commander'
import { EXIT_BROKEN_PIPE, EXIT_USAGE, exitCodeOf } from './failure/exit-code'
import { ExitWithCode } from './failure/exit-with-code'
import { Failure, toProblem } from './failure/failure'
import { printProblem } from './failure/print-problem'
import { unwritable } from './failure/unwritable'
import { createProgram } from './program'

/** The first Ctrl-C ends the command in order, the second one the process. */
function interruptible(): AbortSignal {
  const interruption = new AbortController()
  const failures = {
    SIGINT: new Failure('interrupted', 'Interrupted.'),
    SIGTERM: new Failure('terminated', 'Terminated.'),
  }
  for (const [signal, failure] of Object.entries(failures)) {
    process.on(signal, () => {
      if (interruption.signal.aborted) process.exit(exitCodeOf(failure.problem))
      interruption.abort(failure)
    })
  }
  return interruption.signal
}

async function run(argv: readonly string[]): Promise<number> {
  const program = createProgram(interruptible())
  try {
    await program.parseAsync(argv)
    return 0
  } catch (error) {
    // Help and version are thrown too, and have been printed; without a command help is what to say of it.
    if (error instanceof CommanderError && error.exitCode === 0) return 0
    if (error instanceof CommanderError && error.code === 'commander.help') return EXIT_USAGE
    if (error instanceof ExitWithCode) return error.exitCode
    const isWrongUsage = error instanceof CommanderError
    const problem = toProblem(isWrongUsage ? new Failure('usage', error.message.replace(/^error: /, '')) : error)
    printProblem(problem, { json: argv.includes('--json') })
    return exitCodeOf(problem)
  }
}

/** Ends the process when standard output fails. A closed pipe needs no words: the reader wanted no more. */
function endUnwritten(error: NodeJS.ErrnoException): void {
  if (error.code === 'EPIPE') process.exit(EXIT_BROKEN_PIPE)
  const { problem } = unwritable('Standard output', error)
  printProblem(problem, { json: process.argv.includes('--json') })
  process.exit(exitCodeOf(problem))
}

process.stdout.on('error', endUnwritten)
void run(process.argv).then((code) => process.exit(code))
