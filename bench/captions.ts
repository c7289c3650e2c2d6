import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { type Contender, JSON3_CONTENDERS, SRT_CONTENDERS, WEBVTT_CONTENDERS } from '@/bench/captions/contenders'
import { makeJson3, makeSrt, makeWebvtt } from '@/bench/captions/samples'
import { median } from '@/bench/measure/measure-rate'
import { printTable } from '@/bench/measure/print-table'
import type { ParsedCues } from '@/lib/captions/cue'
import { parseSrt } from '@/lib/captions/formats/srt/srt'
import { parseWebvtt } from '@/lib/captions/formats/webvtt/webvtt'
import { parseJson3 } from '@/lib/captions/formats/youtube/json3'

/**
 * Compares reading and writing captions with other libraries in one run. Each round gives every library a new file, in
 * rotating order. The others write their cues back unchanged; ours become segments and are laid out again. Exits with 1
 * when ours is not 1.5 times as fast as the fastest other, or when json3, which no other library reads, takes more than
 * 1.3 times as long as the same cues in SRT.
 */
const BESIDE_OTHERS = { parse: 1.5, total: 1.5 }
const BESIDE_SRT = { parse: null, total: 1 / 1.3 }
/** Until the compilers are through with all of them, as in a service that runs: with a tenth of it they are not. */
const WARM_UP = { cues: 2000, rounds: 40 }
const SIZES = [
  { cues: 12_000, rounds: 11 },
  { cues: 100_000, rounds: 9 },
]
const WORD = /[\p{L}\p{N}]+/gu

type Parse = (text: string) => ParsedCues
type Format = {
  name: string
  make: (cues: number, seed: number) => string
  contenders: readonly Contender[]
  /** How a file of the format, and how what was written of it, is read to see whether all words are there. */
  parse: Parse
  parseWritten: Parse
  /** The least ratio of the fastest other's time to ours, for reading and for reading with writing. */
  wanted: { parse: number | null; total: number }
}
type Sample = { parseMs: number; totalMs: number | null; memoryMib: number }
type Result = Sample & { name: string; samples: readonly Sample[] }

const SRT = { name: 'SRT', make: makeSrt, contenders: SRT_CONTENDERS, parse: parseSrt, parseWritten: parseSrt }
const WEBVTT = {
  name: 'WebVTT',
  make: makeWebvtt,
  contenders: WEBVTT_CONTENDERS,
  parse: parseWebvtt,
  parseWritten: parseWebvtt,
}
const JSON3 = {
  name: 'json3',
  make: makeJson3,
  contenders: JSON3_CONTENDERS,
  parse: parseJson3,
  parseWritten: parseSrt,
}
const FORMATS: readonly Format[] = [
  { ...SRT, wanted: BESIDE_OTHERS },
  { ...WEBVTT, wanted: BESIDE_OTHERS },
  { ...JSON3, wanted: BESIDE_SRT },
]

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

function memoryBytes(): number {
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

const wordsOf = ({ cues }: ParsedCues) => cues.flatMap(({ text }) => text.match(WORD) ?? []).join(' ')

/** Throws unless a contender reads every cue of a file and, where it writes, writes every word of it. */
async function check({ name, read, make }: Contender, format: Format): Promise<void> {
  const { parseWritten } = format
  const text = (make ?? format.make)(WARM_UP.cues, 0)
  const parse = make ? parseWritten : format.parse
  const file = await read(text)
  if (file.cues !== WARM_UP.cues) throw new Error(`${name} read ${file.cues} of ${WARM_UP.cues} cues`)
  const written = file.write?.()
  if (written !== undefined && wordsOf(parseWritten(written)) !== wordsOf(parse(text))) {
    throw new Error(`${name} doesn't write all that it has read`)
  }
}

async function measure(contender: Contender, text: string, cues: number): Promise<Sample> {
  collectGarbage()
  const memoryBefore = memoryBytes()
  const startedAt = performance.now()
  const file = await contender.read(text)
  const parsedAt = performance.now()
  const written = file.write?.()
  // A string that was put together is only made when its characters are wanted.
  written?.charCodeAt(written.length - 1)
  const writtenAt = performance.now()
  const memoryMib = (memoryBytes() - memoryBefore) / 2 ** 20
  if (file.cues !== cues) throw new Error(`${contender.name} read ${file.cues} of ${cues} cues`)
  return { parseMs: parsedAt - startedAt, totalMs: written === undefined ? null : writtenAt - startedAt, memoryMib }
}

async function measureAll({ make, contenders }: Format, cues: number, rounds: number): Promise<Result[]> {
  const able = contenders.filter(({ maxCues = Number.POSITIVE_INFINITY }) => cues <= maxCues)
  const taken = new Map<string, Sample[]>(able.map(({ name }) => [name, []]))
  for (let round = 0; round < rounds; round++) {
    for (let turn = 0; turn < able.length; turn++) {
      const contender = able[(round + turn) % able.length]
      const text = (contender?.make ?? make)(cues, round * able.length + turn)
      if (contender) taken.get(contender.name)?.push(await measure(contender, text, cues))
    }
  }
  return Array.from(taken, ([name, samples]) => ({
    name,
    samples,
    parseMs: median(samples.map(({ parseMs }) => parseMs)),
    totalMs: samples.every(({ totalMs }) => totalMs === null)
      ? null
      : median(samples.map(({ totalMs }) => totalMs ?? 0)),
    memoryMib: median(samples.map(({ memoryMib }) => memoryMib)),
  }))
}

const inMs = (ms: number | null) => (ms === null ? '–' : ms.toFixed(ms < 100 ? 1 : 0))

/** The ratio of the fastest other's time to ours: the median of the rounds. Null without others. */
function ratio([ours, ...others]: readonly Result[], time: (sample: Sample) => number | null): number | null {
  const able = others.filter((other) => time(other) !== null)
  const fastest = able.toSorted((a, b) => (time(a) ?? 0) - (time(b) ?? 0))[0]
  if (!ours || !fastest) return null
  return median(fastest.samples.map((sample, round) => (time(sample) ?? 0) / (time(ours.samples[round] ?? ours) ?? 1)))
}

function printResults(format: Format, cues: number, results: readonly Result[]): void {
  printTable(
    [format.name, 'cues', 'parse ms', 'parse + write ms', 'memory MiB'],
    results.map(({ name, parseMs, totalMs, memoryMib }) => [
      name,
      String(cues),
      inMs(parseMs),
      inMs(totalMs),
      memoryMib.toFixed(0),
    ]),
  )
  const parse = ratio(results, ({ parseMs }) => parseMs)
  const total = ratio(results, ({ totalMs }) => totalMs)
  if (parse === null || total === null) return
  const { wanted } = format
  const ofParsing = `parse ${parse.toFixed(2)}${wanted.parse === null ? '' : ` (wanted: ${wanted.parse})`}`
  console.log(
    `fastest other / Verbatim: ${ofParsing}, parse + write ${total.toFixed(2)} (wanted: ${wanted.total.toFixed(2)})`,
  )
  if (parse < (wanted.parse ?? 0) || total < wanted.total) process.exitCode = 1
}

/** Compares the growth of the time from 12,000 to 100,000 cues with the growth of the cues. */
function printGrowth(format: Format, small: Result | undefined, large: Result | undefined, factor: number): void {
  const growth = (large?.totalMs ?? 0) / (small?.totalMs ?? 1)
  console.log(`Verbatim, ${format.name}: ${factor.toFixed(1)} times the cues take ${growth.toFixed(1)} times the time`)
}

for (const format of FORMATS) {
  for (const contender of format.contenders) await check(contender, format)
  await measureAll(format, WARM_UP.cues, WARM_UP.rounds)
  const ours: (Result | undefined)[] = []
  for (const { cues, rounds } of SIZES) {
    const results = await measureAll(format, cues, rounds)
    printResults(format, cues, results)
    ours.push(results[0])
  }
  printGrowth(format, ours[0], ours[1], (SIZES[1]?.cues ?? 0) / (SIZES[0]?.cues ?? 1))
}
