import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { parseArgs } from 'node:util'
import { checkPlaces, writeFigures } from './measure/write-figures'

/**
 * Every bench, in the order in which they run, and what it shows. Each is a file beside this one. `brief`: its arguments where
 * all of them run, which together take less than an hour.
 */
const BENCHES = {
  captions: { shows: 'caption files read and written, beside the libraries that can' },
  'captions-hostile': { shows: 'five megabytes of one thing' },
  requests: { shows: 'polls, stored transcripts, refusals and signing, beside the bare statement and a bare server' },
  api: { shows: 'the same poll through both mounts' },
  sources: { shows: 'captions of a video, beside the programs people use' },
  'platform-counts': { shows: 'what counting the requests to platforms adds to one of them' },
  uploads: { shows: 'memory while two gigabytes come in' },
  start: { shows: 'from the start to the first answer, and memory at rest' },
  speech: { shows: 'word errors, pace and memory of every speech engine that runs here' },
  jobs: { shows: "the executor's rate, and what a job costs beside its engine" },
  batches: {
    shows: 'batches of several users on a service that is killed every half minute',
    brief: ['1000', '10', '15'],
  },
  executors: { shows: 'the embedded executor beside an Inngest server, where there is one' },
  'public-page': { shows: 'the first byte of a public page, beside a bare server' },
  pages: { shows: 'script of every page by coding, and the first text of two hours on a slow phone' },
  words: { shows: 'what the times of words cost, and ten hours of them opened and edited in the browser' },
  history: { shows: 'pages of a long history', brief: ['200000'] },
  scale: {
    shows: 'the most frequent statements at ten thousand, a hundred thousand and a million transcripts and jobs',
  },
  watches: { shows: 'very many watches that are due in a day', brief: ['100000', '1'] },
  'unit-costs': { shows: 'what one of each thing costs, for the capacity plan' },
  overload: { shows: 'more than can be answered, ten thousand watchers, slow and silent clients' },
  amplification: { shows: 'how long an operation, at its worst, keeps other callers waiting' },
  load: { shows: 'a mixed load for minutes', brief: ['150', '500'] },
} as const satisfies Record<string, { shows: string; brief?: readonly string[] }>
type Bench = keyof typeof BENCHES

const isBench = (name: string): name is Bench => Object.hasOwn(BENCHES, name)
const briefOf = (bench: { shows: string; brief?: readonly string[] }): readonly string[] => bench.brief ?? []

function usage(): string {
  const names = Object.entries(BENCHES).map(([name, { shows }]) => `  ${name.padEnd(16)}  ${shows}`)
  return `Usage: npm run bench [-- NAME [ARGUMENTS…]]
       npm run bench -- --write    run all, and write what they print into docs/performance.md

${names.join('\n')}`
}

/** The output of a bench, its command, and whether it held all its bounds. */
type Outcome = { command: string; held: boolean; printed: string }

/** Runs a bench in a separate process, so that memory it leaves does not slow down the next one. */
async function run(name: Bench, args: readonly string[]): Promise<Outcome> {
  const command = [name, ...args].join(' ')
  console.log(`\n${command}: ${BENCHES[name].shows}`)
  const child = spawn(process.execPath, ['server/setup/run.mjs', 'typescript', `bench/${name}.ts`, ...args], {
    stdio: ['inherit', 'pipe', 'inherit'],
  })
  const startedAt = performance.now()
  let printed = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    process.stdout.write(text)
    printed += text
  })
  await once(child, 'close')
  console.log(`${name} took ${((performance.now() - startedAt) / 60_000).toFixed(1)} minutes.`)
  return { command, held: child.exitCode === 0, printed }
}

async function runAll(): Promise<Map<Bench, Outcome>> {
  const outcomes = new Map<Bench, Outcome>()
  for (const name of Object.keys(BENCHES).filter(isBench)) outcomes.set(name, await run(name, briefOf(BENCHES[name])))
  return outcomes
}

const { positionals, values } = parseArgs({
  allowPositionals: true,
  strict: false,
  options: { write: { type: 'boolean' } },
})
const [wanted, ...args] = positionals
const isUnknown = Object.keys(values).some((name) => name !== 'write')
if (isUnknown || (wanted !== undefined && (!isBench(wanted) || values.write))) {
  console.error(usage())
  process.exitCode = 2
} else {
  const names = wanted === undefined ? Object.keys(BENCHES) : [wanted]
  // Said before, and not when all of them are through.
  if (values.write) await checkPlaces(names)
  const startedAt = performance.now()
  const outcomes = wanted === undefined ? await runAll() : new Map([[wanted, await run(wanted, args)]])
  const minutes = (performance.now() - startedAt) / 60_000
  const missed = [...outcomes].filter(([, { held }]) => !held).map(([name]) => name)
  if (values.write) await writeFigures(outcomes, { minutes, missed })
  console.log(missed.length === 0 ? 'Everything held what it should.' : `Did not hold: ${missed.join(', ')}`)
  if (missed.length > 0) process.exitCode = 1
}
