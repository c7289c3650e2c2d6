import fs from 'node:fs'
import { installMcpTools } from '../install/install-mcp-tools.mjs'
import { installMoonshine } from '../install/install-moonshine.mjs'
import { installSystemPrograms } from '../install/install-system-programs.mjs'
import { installPythonPackages } from '../install/python-packages.mjs'
import { TEST_PROGRAMS } from '../install/system-programs.mjs'
import { installYtDlp } from '../install/yt-dlp/install-yt-dlp.mjs'
import { prepare } from '../prepare.mjs'
import { projectRoot } from '../project-root.mjs'
import { readOptions } from '../read-options.mjs'
import { endToolsWithUs } from '../run-tool.mjs'
import { baseOf, changedFiles, DEFAULT_BASE, testsBeside } from './changed-files.mjs'
import { NO_COUNTS } from './read-report.mjs'
import { runBrowserTests } from './run-browser-tests.mjs'
import { runChecks } from './run-checks.mjs'
import { runVitest } from './run-vitest.mjs'

const USAGE = `Usage: npm test -- [changed [COMMIT]] [options]

Sets up what is missing and runs the checks and tests. Tests in files named *.deep.* or tagged deep are run with --all only.
Without --all, the first stage that fails is the last that is run.

  changed [COMMIT]       run only the checks, the unit and integration tests that import what differs from the commit (the
                         one before the last where none is named), and the process and browser tests that differ themselves
  --all                  run every test, and property tests with many more inputs
  --slowest              say at the end how long each stage took, and name the 30 tests that took longest
  --no-system-install    don't install missing programs of the system, only name them
  --help                 show this`

const OPTIONS = /** @type {const} */ ({
  all: { type: 'boolean', default: false },
  'no-system-install': { type: 'boolean', default: false },
  slowest: { type: 'boolean', default: false },
})

const SLOWEST = 30

/** @typedef {import('./read-report.mjs').Counts} Counts */

/** @typedef {import('./run-vitest.mjs').Depth} Depth */

/**
 * `needs`: the stage that must have passed before.
 * @typedef {{ name: string, needs?: string, run: (say: (line: string) => void) => Promise<Counts> }} Stage
 */

/** @type {Stage} */
const CHECKS = {
  name: 'Static checks',
  run: async () => {
    const failures = await runChecks({ withTests: false })
    return { ...NO_COUNTS, failed: failures.length, failures }
  },
}

/**
 * The stages of a whole run.
 * @param {Depth} depth
 * @returns {Stage[]}
 */
function stagesOf(depth) {
  return [
    CHECKS,
    { name: 'Unit tests', run: () => runVitest(['unit'], { depth }) },
    { name: 'Integration tests', run: () => runVitest(['integration'], { depth }) },
    { name: 'Build', run: build },
    { name: 'Process tests', needs: 'Build', run: () => runVitest(['process'], { depth }) },
    { name: 'Browser tests', needs: 'Build', run: () => runBrowserTests({ depth }) },
  ]
}

/** Unit tests that read what they do not import: all sources, the documentation. */
const WHOLE_TREE_TESTS = ['test/', 'lib/docs/']

/**
 * The stages that a change can make fail soonest. What runs the built service imports none of it.
 * @param {string} name
 * @param {Depth} depth
 * @returns {Promise<Stage[]>}
 */
async function stagesOfChange(name, depth) {
  const base = await baseOf(name)
  const files = await changedFiles(base)
  const nearest = testsBeside(files, fs.readdirSync)
  const processTests = files.filter((file) => file.endsWith('.process.test.ts'))
  const browserTests = files.filter((file) => file.startsWith('e2e/') && file.endsWith('.spec.ts'))
  const only = [`--changed=${base}`]
  /** @param {boolean} isNeeded @param {Stage[]} stages */
  const when = (isNeeded, ...stages) => (isNeeded ? stages : [])
  return [
    ...when(nearest.length > 0, {
      name: 'Tests beside what has changed',
      run: () => runVitest(['unit', 'integration'], { only: nearest, depth: 'named' }),
    }),
    CHECKS,
    { name: 'Unit tests of what has changed', run: () => runVitest(['unit'], { only, depth }) },
    { name: 'Unit tests of the whole tree', run: () => runVitest(['unit'], { only: WHOLE_TREE_TESTS, depth }) },
    { name: 'Integration tests of what has changed', run: () => runVitest(['integration'], { only, depth }) },
    ...when(processTests.length + browserTests.length > 0, { name: 'Build', run: build }),
    ...when(processTests.length > 0, {
      name: 'Process tests',
      run: () => runVitest(['process'], { only: processTests, depth: 'named' }),
    }),
    ...when(browserTests.length > 0, {
      name: 'Browser tests',
      run: () => runBrowserTests({ only: browserTests, depth: 'named' }),
    }),
  ]
}

/**
 * `changed`, and the commit behind it, from the arguments before the options.
 * @param {string[]} argv
 * @returns {{ base: string | null, options: string[] }}
 */
function readChange(argv) {
  const [first, second] = argv
  if (first !== 'changed') return { base: null, options: argv }
  const isNamed = second !== undefined && !second.startsWith('-')
  return { base: isNamed ? second : DEFAULT_BASE, options: argv.slice(isNamed ? 2 : 1) }
}

/**
 * `npm test`. The last line says of all stages together how many tests passed, failed and were skipped, and nothing else.
 * @param {string[]} argv
 * @returns {Promise<number>} the exit code
 */
export async function runTests(argv) {
  const { base, options } = readChange(argv)
  const { values } = readOptions(options, OPTIONS, USAGE)
  const say = (/** @type {string} */ line) => console.log(line)
  if (!values) {
    say(USAGE)
    return 0
  }
  process.chdir(projectRoot)
  endToolsWithUs()
  const depth = values.all ? 'deep' : 'main'
  const stages = base === null ? stagesOf(depth) : await stagesOfChange(base, depth)
  await prepare(['test-packages', 'scripts'], say, { endWithUs: false })
  await installSystemPrograms(TEST_PROGRAMS, { install: !values['no-system-install'], retry: true, say })
  await installYtDlp({ retry: true, say })
  await installMoonshine({ retry: true, say })
  await installMcpTools(say)
  await installPythonPackages(say)

  const sum = { passed: 0, failed: 0, skipped: 0 }
  /** @type {{ name: string, seconds: number, counts: Counts }[]} */
  const done = []
  for (const { name, needs, run } of stages) {
    if (done.some((stage) => stage.name === needs && stage.counts.failed > 0)) continue
    say(`\n── ${name}`)
    const beginMs = performance.now()
    const counts = await run(say)
    const seconds = Math.round((performance.now() - beginMs) / 1000)
    say(`${name}: ${seconds} s`)
    done.push({ name, seconds, counts })
    sum.passed += counts.passed
    sum.failed += counts.failed
    sum.skipped += counts.skipped
    if (counts.failed > 0 && !values.all) break
  }
  if (values.slowest) saySlowest(done, say)
  if (base !== null) say('\nThe other process and browser tests were not run: npm test runs those of the main flows.')
  else if (!values.all) say('\nThe deep tests were not run: npm test -- --all runs every test.')
  const failures = done.flatMap(({ name, counts }) => counts.failures.map((failure) => `  ${name}: ${failure}`))
  if (failures.length > 0) say(`\nThese failed:\n${failures.join('\n')}`)
  say(`\n${sum.passed} passed, ${sum.failed} failed, ${sum.skipped} skipped`)
  return sum.failed === 0 ? 0 : 1
}

/**
 * @param {{ name: string, seconds: number, counts: Counts }[]} stages
 * @param {(line: string) => void} say
 */
function saySlowest(stages, say) {
  say('')
  for (const { name, seconds, counts } of stages)
    say(`${String(seconds).padStart(7)} s  ${name}, ${counts.passed} passed`)
  const tests = stages.flatMap(({ counts }) => counts.durations).sort((a, b) => b.seconds - a.seconds)
  if (tests.length > 0) say(`\nThe slowest of ${tests.length} tests:`)
  for (const { name, seconds } of tests.slice(0, SLOWEST)) say(`${seconds.toFixed(1).padStart(7)} s  ${name}`)
}

/**
 * A build that fails counts as one failure, and its reason is printed.
 * @param {(line: string) => void} say
 * @returns {Promise<Counts>}
 */
async function build(say) {
  try {
    await prepare(['server', 'cli', 'pages'], say, { endWithUs: false })
    return NO_COUNTS
  } catch (error) {
    console.error(error instanceof Error && error.name === 'SetupError' ? error.message : error)
    return { ...NO_COUNTS, failed: 1, failures: ['the build'] }
  }
}
