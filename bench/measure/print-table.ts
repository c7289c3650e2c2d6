import { cpus, totalmem } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'

/** The machine and the day of the figures: processors, memory, Node and date. */
export function machineLine(): string {
  const processors = `${cpus().length} × ${cpus()[0]?.model ?? 'unknown processor'}`
  const memory = `${(totalmem() / 1024 ** 3).toFixed(0)} GiB of memory`
  return `${processors}, ${memory}, Node ${process.version}, ${new Date().toISOString().slice(0, 10)}`
}

/** Prints rows under a heading, columns aligned, with the machine they were measured on. */
export function printTable(heading: readonly string[], rows: readonly (readonly string[])[]): void {
  const widths = heading.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)))
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`
  console.log(`\n${machineLine()}\n`)
  console.log(line(heading))
  console.log(line(widths.map((width) => '-'.repeat(width))))
  for (const row of rows) console.log(line(row))
  console.log('')
}

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
