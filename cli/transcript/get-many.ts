import type { Context } from '../context'
import { EXIT_AUTH, exitCodeOf } from '../failure/exit-code'
import { ExitWithCode } from '../failure/exit-with-code'
import { toProblem } from '../failure/failure'
import { problemWords } from '../failure/print-problem'
import type { Outcome } from './get-one'
import { shortLabel } from './job-line'

type Options = {
  parallel: number
  get: (given: string) => Promise<Outcome>
  print: (outcome: Outcome) => Promise<void>
}

/** The outcome of one source. Throws a failure only if all other sources would fail by it too. */
async function outcomeOf(context: Context, given: string, get: Options['get']): Promise<Outcome> {
  try {
    return await get(given)
  } catch (error) {
    const problem = toProblem(error)
    if (context.signal.aborted || exitCodeOf(problem) === EXIT_AUTH) throw error
    const { terminal, json } = context
    const line = `${terminal.paint('red', '✗')} ${shortLabel(given)}: ${problemWords(problem)}`
    if (!json) terminal.insist(line)
    return { source: given, file: null, transcript: null, error: problem }
  }
}

/** Prints outcomes in the order of their sources, each as soon as it is its turn. */
function inOrder(print: Options['print']): (index: number, outcome: Outcome) => Promise<void> {
  const ready = new Map<number, Outcome>()
  let previous = 0
  let printing = Promise.resolve()
  const printReady = async () => {
    for (let outcome = ready.get(previous); outcome; outcome = ready.get(previous)) {
      ready.delete(previous)
      previous += 1
      await print(outcome)
    }
  }
  return (index, outcome) => {
    ready.set(index, outcome)
    printing = printing.then(printReady)
    return printing
  }
}

/**
 * Gets many sources, a few at a time, and prints each. One that fails does not stop the rest, though the command ends with
 * the exit code of the first that did.
 */
export async function getMany(context: Context, given: readonly string[], options: Options): Promise<void> {
  const printInOrder = inOrder(options.print)
  const failures: { index: number; exitCode: number }[] = []
  let next = 0
  const work = async () => {
    for (let index = next++; index < given.length; index = next++) {
      const outcome = await outcomeOf(context, given[index] ?? '', options.get)
      if (outcome.error) failures.push({ index, exitCode: exitCodeOf(outcome.error) })
      await printInOrder(index, outcome)
    }
  }
  await Promise.all(Array.from({ length: Math.min(options.parallel, given.length) }, work))
  const [first] = failures.sort((a, b) => a.index - b.index)
  if (!first) return
  context.terminal.say(`${failures.length} of ${given.length} failed.`)
  throw new ExitWithCode(first.exitCode)
}
