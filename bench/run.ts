import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { parseArgs } from 'node:util'

/** Every bench, in the order in which they run, and what it shows. Each is a file beside this one. */
const BENCHES = {
  captions: 'caption files read and written, beside the libraries that can',
  'captions-hostile': 'five megabytes of one thing',
  requests: 'polls, stored transcripts, refusals and signing, beside the bare statement and a bare server',
  api: 'the same poll through both mounts',
  sources: 'captions of a video, beside the programs people use',
  'platform-counts': 'what counting the requests to platforms adds to one of them',
  uploads: 'memory while two gigabytes come in',
  start: 'from the start to the first answer, and memory at rest',
  speech: 'word errors, pace and memory of every speech engine that runs here',
  jobs: "the executor's rate, and what a job costs beside its engine",
  batches: 'batches of several users on a service that is killed every half minute',
  executors: 'the embedded executor beside an Inngest server, where there is one',
  'public-page': 'the first byte of a public page, beside a bare server',
  pages: 'script of every page by coding, and the first text of two hours on a slow phone',
  words: 'what the times of words cost, and ten hours of them opened and edited in the browser',
  history: 'a page of a million entries',
  watches: 'a million watches that are due in a day',
  'unit-costs': 'what one of each thing costs, for the capacity plan',
  overload: 'more than can be answered, ten thousand watchers, slow and silent clients',
  load: 'a mixed load for ten minutes',
} as const
type Bench = keyof typeof BENCHES

const isBench = (name: string): name is Bench => Object.hasOwn(BENCHES, name)

function usage(): string {
  const names = Object.entries(BENCHES).map(([name, shows]) => `  ${name.padEnd(16)}  ${shows}`)
  return `Usage: npm run bench [-- NAME [ARGUMENTS…]]\n\n${names.join('\n')}`
}

/** Runs a bench as a process of its own: what one leaves in memory must not slow down the next. */
async function run(name: Bench, args: readonly string[]): Promise<boolean> {
  console.log(`\n${name}: ${BENCHES[name]}`)
  const child = spawn(process.execPath, ['server/setup/run-typescript.mjs', `bench/${name}.ts`, ...args], {
    stdio: 'inherit',
  })
  await once(child, 'exit')
  return child.exitCode === 0
}

const { positionals } = parseArgs({ allowPositionals: true })
const [wanted, ...args] = positionals
if (wanted !== undefined && !isBench(wanted)) {
  console.error(usage())
  process.exitCode = 2
} else {
  const names = wanted === undefined ? Object.keys(BENCHES).filter(isBench) : [wanted]
  const missed: string[] = []
  for (const name of names) if (!(await run(name, args))) missed.push(name)
  console.log(missed.length === 0 ? 'Everything held what it should.' : `Did not hold: ${missed.join(', ')}`)
  if (missed.length > 0) process.exitCode = 1
}
