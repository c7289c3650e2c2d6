/*
 * Changes one line of domain code at a time and shows which changes the tests of `npm test` find. Run by hand, from the
 * project's folder, without uncommitted changes in lib:
 *
 *     node test/mutation/run.mjs [SEED] [COUNT] [FROM]
 *
 * The lines are chosen by the seed; FROM leaves out those that an earlier run of the same commit has tried. Each change is
 * tried alone with the tests beside its module and the unit tests that import it. Those still hidden are made together, once for all
 * integration tests, and each alone in the files that fail.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

const [SEED = 1, COUNT = 60, FROM = 0] = process.argv.slice(2).map(Number)
if (![SEED, COUNT, FROM].every(Number.isInteger)) {
  console.error('Usage: node test/mutation/run.mjs [SEED] [COUNT] [FROM]')
  process.exit(2)
}

/** Files of lib that decide nothing: words, facts about fields, types, and what tests are made of. */
const NO_DOMAIN = /\.test\.ts$|\.d\.ts$|\/testing\/|\/generated\/|\/docs\/|\/words\.ts$|\/contract\.ts$|\/api\/fields\//
/** Lines without anything to decide. */
const NO_CODE =
  /^\s*(?:\/?\*|\/\/|import |export (?:type|interface)|type |interface |\w+\?: |$)|String\.raw|= \/|(?:test|exec|replace|match|split)\w*\(\//

/** The changes of a line: the first that applies is made. */
const CHANGES = /** @type {const} */ ([
  [/ === /, ' !== '],
  [/ !== /, ' === '],
  [/ && /, ' || '],
  [/ \|\| /, ' && '],
  [/ >= /, ' > '],
  [/ <= /, ' < '],
  [/ < (?=[\w(])/, ' >= '],
  [/ > (?=[\w(])/, ' <= '],
  [/ \+ /, ' - '],
  [/ - /, ' + '],
  [/ \* /, ' / '],
  [/\bif \(!/, 'if ('],
  [/\bif \((?=\w)/, 'if (!'],
  [/\btrue\b/, 'false'],
  [/\bfalse\b/, 'true'],
  [/\.filter\(.*?\)(?=$|[.)])/, ''],
  [/\breturn null\b/, 'return undefined'],
  [/\b(\d[\d_]*)\b/, '($1 * 2 + 1)'],
  [/^(\s+)await .*\)$/, '$1void 0'],
])

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
function randomOf(/** @type {number} */ seed) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** @typedef {{ file: string, number: number, line: string, changed: string }} Mutation */

/**
 * A change of one line of a file, if there is any.
 * @param {string} file
 * @param {() => number} random
 * @returns {Mutation | null}
 */
function mutationIn(file, random) {
  const lines = readFileSync(file, 'utf8').split('\n')
  const possible = lines.flatMap((line, index) => {
    const change = NO_CODE.test(line) ? undefined : CHANGES.find(([from]) => from.test(line))
    return change ? [{ file, number: index + 1, line, changed: line.replace(change[0], change[1]) }] : []
  })
  return possible[Math.floor(random() * possible.length)] ?? null
}

/** @returns {Mutation[]} */
function chooseMutations() {
  const random = randomOf(SEED)
  const files = readdirSync('lib', { recursive: true, encoding: 'utf8' })
    .map((name) => path.join('lib', name))
    .filter((file) => file.endsWith('.ts') && !NO_DOMAIN.test(file))
    .sort()
  const shuffled = files.map((file) => ({ file, order: random() })).sort((a, b) => a.order - b.order)
  /** @type {Mutation[]} */
  const chosen = []
  for (const { file } of shuffled) {
    if (chosen.length === COUNT) break
    const mutation = mutationIn(file, random)
    if (mutation) chosen.push(mutation)
  }
  return chosen
}

/** The changes that the files of lib hold now. @type {Mutation[]} */
let made = []

/** @param {Mutation} mutation @param {boolean} isChanged */
function write({ file, number, line, changed }, isChanged) {
  const lines = readFileSync(file, 'utf8').split('\n')
  lines[number - 1] = isChanged ? changed : line
  writeFileSync(file, lines.join('\n'))
}

function restore() {
  for (const mutation of made) write(mutation, false)
  made = []
}

process.on('exit', restore)
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) process.on(signal, () => process.exit(1))

const folder = mkdtempSync(path.join(tmpdir(), 'mutations-'))
const report = path.join(folder, 'report.json')

/**
 * The files of tests that fail with these changes; all of lib when a run fails outside its tests.
 * @param {Mutation[]} mutations
 * @param {string[]} args what Vitest runs
 * @returns {Promise<string[]>}
 */
async function failingFiles(mutations, args) {
  rmSync(report, { force: true })
  made = mutations
  for (const mutation of mutations) write(mutation, true)
  const options = ['--run', '--tags-filter=!deep', '--passWithNoTests', '--reporter=json', `--outputFile=${report}`]
  const child = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', ...args, ...options], {
    env: { ...process.env, TEST_DEPTH: 'main' },
    stdio: 'ignore',
  })
  const [code] = await once(child, 'exit')
  restore()
  if (code === 0) return []
  /** @type {{ status: string, name: string }[]} */
  const results = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')).testResults : []
  const failed = results.filter(({ status }) => status === 'failed').map(({ name }) => path.relative('.', name))
  return failed.length > 0 ? failed : ['lib/']
}

/** @param {string} by @param {Mutation} mutation */
function show(by, { file, number, line, changed }) {
  console.log(`${by}  ${file}:${number}\n  - ${line.trim()}\n  + ${changed.trim()}`)
}

/**
 * The changes that neither the tests beside their modules nor unit tests find.
 * @param {Mutation[]} mutations
 */
async function hiddenFromNearTests(mutations) {
  const hidden = []
  for (const mutation of mutations) {
    const beside = ['run', `${path.dirname(mutation.file)}/`, '--project=unit', '--project=integration', '--bail=1']
    const units = ['related', mutation.file, '--project=unit', '--bail=1']
    if ((await failingFiles([mutation], beside)).length > 0) show('found by a test beside it', mutation)
    else if ((await failingFiles([mutation], units)).length > 0) show('found by a unit test', mutation)
    else hidden.push(mutation)
  }
  return hidden
}

/**
 * The changes that no integration test finds.
 * @param {Mutation[]} mutations
 */
async function hiddenFromAllTests(mutations) {
  let hidden = mutations
  while (hidden.length > 0) {
    const failing = await failingFiles(hidden, ['run', '--project=integration'])
    const still = []
    for (const mutation of failing.length > 0 ? hidden : []) {
      const found = await failingFiles([mutation], ['run', '--project=integration', '--bail=1', ...failing])
      if (found.length > 0) show(`found by ${found[0]}`, mutation)
      else still.push(mutation)
    }
    if (failing.length === 0 || still.length === hidden.length) return hidden
    hidden = still
  }
  return hidden
}

const mutations = chooseMutations().slice(FROM)
const hidden = await hiddenFromAllTests(await hiddenFromNearTests(mutations))
for (const mutation of hidden) show('NOT FOUND', mutation)
rmSync(folder, { recursive: true })
console.log(`\n${mutations.length - hidden.length} of ${mutations.length} changes found (seed ${SEED})`)
