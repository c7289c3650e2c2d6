import { setTimeout as delay } from 'node:timers/promises'
import { startBareServer } from '@/bench/load/bare-server'
import { median } from '@/bench/measure/measure-rate'
import { printTable } from '@/bench/measure/print-table'
import { inMib, type Memory, memoryOf } from '@/bench/measure/process-usage'
import { benchFolder, removeFolder } from '@/bench/measure/start-bench'
import { measureFreshClone } from '@/bench/start/fresh-clone'
import { measurePackage } from '@/bench/start/package'
import type { Phases } from '@/bench/start/phases'
import { readConnection } from '@/test/process/read-connection'
import { startNext } from '@/test/process/start-next'
import { startProcess } from '@/test/process/start-process'

/**
 * How long it takes from the start of the process until it answers, and what it then takes of the memory, with its
 * PostgreSQL and Next in it; beside Next alone, and a process of Node's that does nothing, started in the same rounds.
 * Before, how long a fresh clone and the package take with packages from npm's cache, phase by phase. Ends with 1 when everything
 * together takes more than 300 MB at rest, when the pages of the clone answer after more than 75 s, or after its second start after
 * more than 5 s, when its packages take more than 750 MB, or when the API of the package answers after more than 60 s. Argument: `clone` or `package` for only one.
 */
const MAX_FIRST_MS = 75_000
const MAX_SECOND_MS = 5_000
const MAX_PACKAGE_MS = 60_000
/** The bound of node_modules that running needs. */
const MAX_MODULES_MB = 750
const ROUNDS = 3
const MAX_AT_REST_BYTES = 300e6
/** By then the memory of the start has been released: an idle service collects its garbage every 15 s. */
const REST_MS = 40_000
/** The others have no such habit, and stay as they are. */
const REST_OF_OTHERS_MS = 10_000

type Start = { startMs: number; firstMs: number; secondMs: number; memory: Memory }

async function firstByteMs(address: string): Promise<number> {
  const startedAt = performance.now()
  const response = await fetch(address)
  await response.body?.getReader().read()
  if (!response.ok) throw new Error(`${address} was answered ${response.status}`)
  return performance.now() - startedAt
}

type Process = { baseUrl: string; pid: number; stop: () => Promise<unknown> }

async function measure(start: () => Promise<Process>, restMs: number): Promise<Start> {
  const startedAt = performance.now()
  const running = await start()
  try {
    const startMs = performance.now() - startedAt
    const firstMs = await firstByteMs(`${running.baseUrl}/`)
    const secondMs = await firstByteMs(`${running.baseUrl}/`)
    await delay(restMs)
    return { startMs, firstMs, secondMs, memory: await memoryOf(running.pid) }
  } finally {
    await running.stop()
  }
}

/** The least that a server in Node can be. */
const startBare = (): Promise<Process> => startBareServer({ status: 200, type: 'text/plain', body: Buffer.from('ok') })

const inSeconds = (ms: number | undefined) => (ms === undefined ? '' : (ms / 1000).toFixed(1))

/** Prints when each phase of two starts was through. */
function printPhases(what: string, first: Phases, second: Phases): void {
  const rows = first.map(([phase, atMs]) => [phase, inSeconds(atMs), inSeconds(new Map(second).get(phase))])
  printTable([what, 'first start: after s', 'second start: after s'], rows)
}

/** Says when a phase was through, and whether that is soon enough. */
function judge(phases: Phases, phase: string, maxMs: number): void {
  const ms = new Map(phases).get(phase) ?? Number.POSITIVE_INFINITY
  console.log(`${phase} after ${inSeconds(ms)} s (wanted: ${inSeconds(maxMs)} at most)`)
  if (ms > maxMs) process.exitCode = 1
}

/** Measures the starts of a fresh clone, and says what took too long. */
async function measureClone(): Promise<void> {
  const { first, second, modulesMb } = await measureFreshClone()
  printPhases('a fresh clone', first, second)
  judge(first, 'pages answer', MAX_FIRST_MS)
  judge(second, 'pages answer', MAX_SECOND_MS)
  console.log(`packages: ${modulesMb} MB (wanted: ${MAX_MODULES_MB} at most)`)
  if (modulesMb > MAX_MODULES_MB) process.exitCode = 1
}

/** Measures the starts of the package by `npx`, and says what took too long. */
async function measurePackageStarts(): Promise<void> {
  const { first, second } = await measurePackage()
  printPhases('the package', first.phases, second.phases)
  console.log(
    `processor time until the API answers: ${first.cpuSeconds.toFixed(1)} s, ${second.cpuSeconds.toFixed(1)} s`,
  )
  judge(first.phases, 'API answers', MAX_PACKAGE_MS)
}

async function measureStarts(): Promise<void> {
  const dataDir = await benchFolder()

  /** Next alone, on the database of a service that runs beside it. */
  async function measureNextAlone(): Promise<Start> {
    const service = await startProcess(dataDir)
    try {
      const settings = {
        DATABASE_URL: await readConnection(dataDir),
        VERBATIM_DATA: dataDir,
        BASE_URL: service.baseUrl,
      }
      return await measure(() => startNext(settings), REST_OF_OTHERS_MS)
    } finally {
      await service.stop()
    }
  }

  try {
    const starts: [name: string, run: () => Promise<Start>][] = [
      ['Verbatim', () => measure(() => startProcess(dataDir), REST_MS)],
      ['Next alone', measureNextAlone],
      ['bare Node', () => measure(startBare, REST_OF_OTHERS_MS)],
    ]
    const veryFirst = await measure(() => startProcess(dataDir), REST_MS)
    const found = new Map<string, Start[]>()
    for (let round = 0; round < ROUNDS; round++) {
      for (const [name, run] of starts) found.set(name, [...(found.get(name) ?? []), await run()])
    }
    const row = (name: string, all: Start[]) => {
      const of = (value: (start: Start) => number) => median(all.map(value))
      const times = [of(({ startMs }) => startMs), of(({ firstMs }) => firstMs), of(({ secondMs }) => secondMs)]
      const memory = (['node', 'postgres', 'total'] as const).map((part) => inMib(of((start) => start.memory[part])))
      return [name, ...times.map((ms) => ms.toFixed(0)), ...memory]
    }
    printTable(
      ['start', 'until ready ms', 'first page ms', 'second page ms', 'Node MiB', 'PostgreSQL MiB', 'together MiB'],
      [row('Verbatim, new data folder', [veryFirst]), ...[...found].map(([name, all]) => row(name, all))],
    )
    const atRest = median((found.get('Verbatim') ?? []).map(({ memory }) => memory.total))
    console.log(`at rest: ${(atRest / 1e6).toFixed(0)} MB (wanted: less than ${MAX_AT_REST_BYTES / 1e6})`)
    if (atRest >= MAX_AT_REST_BYTES) process.exitCode = 1
  } finally {
    await removeFolder(dataDir)
  }
}

const only = process.argv[2]
if (only !== 'package') await measureClone()
if (only !== 'clone') await measurePackageStarts()
if (only === undefined) await measureStarts()
