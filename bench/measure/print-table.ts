import { cpus, totalmem } from 'node:os'

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
