/*
 * Changes one line of domain code at a time and shows which changes the tests of `npm test` find. Run by hand, from the
 * project's folder, without uncommitted changes in lib:
 *
 *     node test/mutation/run.mjs [SEED] [COUNT]
 *
 * The lines are chosen by the seed. A change counts as found when a unit or integration test fails: those beside
 * its module are tried first, then all that import it.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const SEED = Number(process.argv[2] ?? 1)
const COUNT = Number(process.argv[3] ?? 60)

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

/** @type {Mutation | null} */
let current = null

/** @param {Mutation} mutation @param {boolean} isChanged */
function write({ file, number, line, changed }, isChanged) {
  const lines = readFileSync(file, 'utf8').split('\n')
  lines[number - 1] = isChanged ? changed : line
  writeFileSync(file, lines.join('\n'))
}

for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) {
  process.on(signal, () => {
    if (current) write(current, false)
    process.exit(1)
  })
}

/** Options for the tests of `npm test`, up to the first that fails. */
const MAIN = ['--run', '--tags-filter=!deep', '--bail=1', '--passWithNoTests', '--reporter=dot']

/**
 * The tests that can find a change of a file, the nearest first.
 * @type {[string, (file: string) => string[]][]}
 */
const ATTEMPTS = [
  ['a test beside it', (file) => ['run', `${path.dirname(file)}/`, '--project=unit', '--project=integration']],
  ['a unit test', (file) => ['related', file, '--project=unit']],
  ['an integration test', (file) => ['related', file, '--project=integration']],
]

/**
 * Runs the tests that can find the change of a file. Returns the name of those that do; null: none does.
 * @param {string} file
 */
async function findBy(file) {
  for (const [name, chosen] of ATTEMPTS) {
    const child = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', ...chosen(file), ...MAIN], {
      env: { ...process.env, TEST_DEPTH: 'main' },
      stdio: 'ignore',
    })
    const [code] = await once(child, 'exit')
    if (code !== 0) return name
  }
  return null
}

const mutations = chooseMutations()
let found = 0
for (const mutation of mutations) {
  current = mutation
  write(mutation, true)
  const by = await findBy(mutation.file)
  write(mutation, false)
  current = null
  if (by) found++
  console.log(
    `${by ? `found by ${by}` : 'NOT FOUND'}  ${mutation.file}:${mutation.number}\n  - ${mutation.line.trim()}\n  + ${mutation.changed.trim()}`,
  )
}
console.log(`\n${found} of ${mutations.length} changes found (seed ${SEED})`)
