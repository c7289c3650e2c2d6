import type { Command } from 'commander'
import { type Context, type GlobalOptions, openContext } from './context'
import { Failure } from './failure/failure'

type Run<Arguments extends readonly unknown[]> = (context: Context, ...given: Arguments) => Promise<void>

/**
 * The action of a command: opens the context by the options that every command takes, then runs with the arguments and the
 * command's own options. Commander puts the command itself last.
 */
export function perform<Arguments extends readonly unknown[]>(
  interruption: AbortSignal,
  run: Run<Arguments>,
): (...given: [...Arguments, Command]) => Promise<void> {
  return async (...given) => {
    const command = given.at(-1) as Command
    const context = await openContext(command.optsWithGlobals<GlobalOptions>(), interruption)
    try {
      await run(context, ...(given.slice(0, -1) as unknown as Arguments))
    } catch (error) {
      // An aborted signal causes any kind of error, so its reason is reported.
      throw context.signal.aborted && !(error instanceof Failure) ? context.signal.reason : error
    } finally {
      context.terminal.board.clear()
    }
  }
}
