import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { machineLine } from './print-table'

const FILE = path.join('docs', 'performance.md')
const HEAD = 'the run'

/** The length of a run, and the benches that ended with 1. */
export type Run = { minutes: number; missed: readonly string[] }

/**
 * Puts texts into the places of a document that wait for them: from `<!-- figures: NAME -->` to `<!-- end of figures -->`. Throws
 * where a text has no place, or a place no text.
 */
export function placeFigures(document: string, figures: ReadonlyMap<string, string>): string {
  const placed = new Set<string>()
  const filled = document.replace(
    /(<!-- figures: ([^>]+?) -->).*?(<!-- end of figures -->)/gs,
    (_, begin: string, name: string, end: string) => {
      const text = figures.get(name)
      if (text === undefined) throw new Error(`${FILE} has a place for ${name}, which nothing printed`)
      placed.add(name)
      return `${begin}\n\n${text}\n\n${end}`
    },
  )
  const homeless = [...figures.keys()].filter((name) => !placed.has(name))
  if (homeless.length > 0) throw new Error(`${FILE} has no place for ${homeless.join(', ')}`)
  return filled
}

/** Throws where the document of figures lacks a place for any of these benches, or has one for another. */
export async function checkPlaces(names: readonly string[]): Promise<void> {
  placeFigures(await readFile(FILE, 'utf8'), new Map([HEAD, ...names].map((name) => [name, ''])))
}

/** The output of a bench with its command, without the machine, which the head of the document names. */
export function toFigures(command: string, printed: string, machine: string): string {
  const lines = printed.split('\n').map((line) => line.trimEnd())
  const told = lines.filter((line) => line !== machine && !line.startsWith('Building') && !line.startsWith('Compiling'))
  const text = told
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
  return `    npm run bench -- ${command}\n\n${text}`
}

/**
 * Writes what the benches printed, by their names, into the document of figures, with the day, the machine and the commit at its
 * head.
 */
export async function writeFigures(
  benches: ReadonlyMap<string, { command: string; printed: string }>,
  { minutes, missed }: Run,
): Promise<void> {
  const git = async (...args: string[]) => (await promisify(execFile)('git', args)).stdout.trim()
  const commit = await git('rev-parse', '--short=8', 'HEAD')
  const changed = (await git('status', '--porcelain', '--untracked-files=no')) === '' ? '' : ', with changes'
  const machine = machineLine()
  const outcome = missed.length === 0 ? 'Everything held what it should.' : `Did not hold: ${missed.join(', ')}.`
  const head = `${machine}, commit ${commit}${changed}. All of it took ${Math.round(minutes)} minutes. ${outcome}`
  const entries = [...benches].map(
    ([name, { command, printed }]) => [name, toFigures(command, printed, machine)] as const,
  )
  const document = await readFile(FILE, 'utf8')
  await writeFile(FILE, placeFigures(document, new Map([[HEAD, head], ...entries])))
  await promisify(execFile)(process.execPath, ['node_modules/@biomejs/biome/bin/biome', 'format', '--write', FILE])
}
