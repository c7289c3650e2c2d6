import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { type Contender, SRT_CONTENDERS, WEBVTT_CONTENDERS } from './captions-contenders'
import { makeSrt, makeWebvtt } from './captions-samples'
import { printTable } from './print-table'

/**
 * Captions read and written beside the libraries that can, in one run: each round gives every one of them a file of its
 * own that none has seen, in an order that rotates. Theirs write their cues back as they are; ours become segments and
 * are laid out anew. Ends with 1 where ours isn't 1.3 times as fast as the fastest of the others.
 */
const WANTED_RATIO = 1.3
const WARM_UP = { cues: 2000, rounds: 5 }
const SIZES = [
  { cues: 12_000, rounds: 9 },
  { cues: 100_000, rounds: 7 },
]
const FORMATS = [
  { name: 'SRT', make: makeSrt, contenders: SRT_CONTENDERS },
  { name: 'WebVTT', make: makeWebvtt, contenders: WEBVTT_CONTENDERS },
]

type Format = (typeof FORMATS)[number]
type Sample = { parseMs: number; totalMs: number | null; heapMib: number }
type Result = { name: string; parseMs: number; totalMs: number | null; heapMib: number }

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}

async function measure(contender: Contender, text: string, cues: number): Promise<Sample> {
  collectGarbage()
  const heapBefore = process.memoryUsage().heapUsed
  const startedAt = performance.now()
  const file = await contender.read(text)
  const parsedAt = performance.now()
  const written = file.write?.()
  // A string that was put together is only made when its characters are wanted.
  written?.charCodeAt(written.length - 1)
  const writtenAt = performance.now()
  if (file.cues !== cues) throw new Error(`${contender.name} read ${file.cues} of ${cues} cues`)
  if (written !== undefined && written.length < cues) throw new Error(`${contender.name} wrote too little`)
  const heapMib = (process.memoryUsage().heapUsed - heapBefore) / 2 ** 20
  return { parseMs: parsedAt - startedAt, totalMs: written === undefined ? null : writtenAt - startedAt, heapMib }
}

async function measureAll({ make, contenders }: Format, cues: number, rounds: number): Promise<Result[]> {
  const able = contenders.filter(({ maxCues = Number.POSITIVE_INFINITY }) => cues <= maxCues)
  const samples = new Map<string, Sample[]>(able.map(({ name }) => [name, []]))
  for (let round = 0; round < rounds; round++) {
    for (let turn = 0; turn < able.length; turn++) {
      const contender = able[(round + turn) % able.length]
      const text = make(cues, round * able.length + turn)
      if (contender) samples.get(contender.name)?.push(await measure(contender, text, cues))
    }
  }
  return Array.from(samples, ([name, all]) => ({
    name,
    parseMs: median(all.map(({ parseMs }) => parseMs)),
    totalMs: all.every(({ totalMs }) => totalMs === null) ? null : median(all.map(({ totalMs }) => totalMs ?? 0)),
    heapMib: median(all.map(({ heapMib }) => heapMib)),
  }))
}

const inMs = (ms: number | null) => (ms === null ? '–' : ms.toFixed(ms < 100 ? 1 : 0))

/** How many times as long the fastest of the others takes. */
function ratio(results: readonly Result[], time: (result: Result) => number | null): number {
  const [ours = 0, ...others] = results.flatMap((result) => time(result) ?? [])
  return Math.min(...others) / ours
}

for (const format of FORMATS) {
  await measureAll(format, WARM_UP.cues, WARM_UP.rounds)
  for (const { cues, rounds } of SIZES) {
    const results = await measureAll(format, cues, rounds)
    printTable(
      [format.name, 'cues', 'parse ms', 'parse + write ms', 'heap MiB'],
      results.map(({ name, parseMs, totalMs, heapMib }) => [
        name,
        String(cues),
        inMs(parseMs),
        inMs(totalMs),
        heapMib.toFixed(0),
      ]),
    )
    const ratios = [ratio(results, ({ parseMs }) => parseMs), ratio(results, ({ totalMs }) => totalMs)]
    const [parse = 0, total = 0] = ratios
    console.log(
      `fastest other / Verbatim: parse ${parse.toFixed(2)}, parse + write ${total.toFixed(2)} (wanted: ${WANTED_RATIO})`,
    )
    if (ratios.some((one) => one < WANTED_RATIO)) process.exitCode = 1
  }
}
