/*
 * Changes one line of domain code at a time and shows which changes the tests of `npm test` find. Run by hand, from the
 * project's folder, without uncommitted changes in lib:
 *
 *     node test/mutation/run.mjs [SEED] [COUNT] [FROM]
 *
 * The lines are chosen by the seed; FROM leaves out those that an earlier run of the same commit has tried. Each change is
 * tried alone: with the tests beside its module, the unit tests that import it, the check of types, the tests of its room, and all
 * integration tests, until one fails. One that none finds takes minutes.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
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

const TYPES = ['node_modules/typescript/bin/tsc', '-p', '.', '--noEmit']
const VITEST = 'node_modules/vitest/vitest.mjs'
/** One failure is enough, and a test that waits for what a change has broken fails soon. */
const SHORT = [
  ...['--run', '--bail=1', '--tags-filter=!deep', '--passWithNoTests'],
  ...['--testTimeout=60000', '--hookTimeout=60000'],
]

/** The change that a file of lib holds now. @type {Mutation | null} */
let made = null

/** @param {Mutation} mutation @param {boolean} isChanged */
function write({ file, number, line, changed }, isChanged) {
  const lines = readFileSync(file, 'utf8').split('\n')
  lines[number - 1] = isChanged ? changed : line
  writeFileSync(file, lines.join('\n'))
}

function restore() {
  if (made) write(made, false)
  made = null
}

process.on('exit', restore)
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) process.on(signal, () => process.exit(1))

/**
 * Whether a program of `npm test` fails with a change.
 * @param {Mutation} mutation
 * @param {string[]} args what Node runs
 */
async function isFound(mutation, args) {
  made = mutation
  write(mutation, true)
  const child = spawn(process.execPath, args, { env: { ...process.env, TEST_DEPTH: 'main' }, stdio: 'ignore' })
  const [code] = await once(child, 'exit')
  restore()
  return code !== 0
}

/** @param {string} by @param {Mutation} mutation */
function show(by, { file, number, line, changed }) {
  console.log(`${by}  ${file}:${number}\n  - ${line.trim()}\n  + ${changed.trim()}`)
}

/**
 * The arguments of Node that find a change, the nearest tests first.
 * @param {string} file
 * @returns {[by: string, args: string[]][]}
 */
function searches(file) {
  const [lib = '', room = ''] = file.split('/')
  return [
    [
      'a test beside it',
      [VITEST, 'run', `${path.dirname(file)}/`, '--project=unit', '--project=integration', ...SHORT],
    ],
    ['a unit test', [VITEST, 'related', file, '--project=unit', ...SHORT]],
    ['the check of types', TYPES],
    ['a test of its room', [VITEST, 'run', `${lib}/${room}/`, '--project=integration', ...SHORT]],
    ['an integration test', [VITEST, 'run', '--project=integration', ...SHORT]],
  ]
}

/** @param {Mutation} mutation */
async function findMutation(mutation) {
  for (const [by, args] of searches(mutation.file)) if (await isFound(mutation, args)) return by
  return null
}

let found = 0
const mutations = chooseMutations().slice(FROM)
for (const mutation of mutations) {
  const by = await findMutation(mutation)
  if (by) found += 1
  show(by ? `found by ${by}` : 'NOT FOUND', mutation)
}
console.log(`\n${found} of ${mutations.length} changes found (seed ${SEED})`)
