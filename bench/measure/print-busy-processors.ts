import { cpus } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'

const SAMPLE_MS = 2_000
/** The system's own work is less. */
const QUIET = 0.2

function timesSoFar(): { idle: number; all: number } {
  const times = cpus().map((processor) => processor.times)
  const all = times.flatMap((states) => Object.values(states)).reduce((sum, ms) => sum + ms, 0)
  return { idle: times.reduce((sum, { idle }) => sum + idle, 0), all }
}

/** Prints how busy the processors are before a bench begins, by two seconds in which it does nothing. */
export async function printBusyProcessors(): Promise<void> {
  const before = timesSoFar()
  await delay(SAMPLE_MS)
  const after = timesSoFar()
  const busy = 1 - (after.idle - before.idle) / (after.all - before.all)
  console.log(`Processors in use before: ${(busy * 100).toFixed(0)} %`)
  if (busy > QUIET) console.log('Other work was going on: these figures say little.')
}
