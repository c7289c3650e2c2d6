import { installMcpTools } from '../install/install-mcp-tools.mjs'
import { installMoonshine } from '../install/install-moonshine.mjs'
import { installSystemPrograms } from '../install/install-system-programs.mjs'
import { installYtDlp } from '../install/install-yt-dlp.mjs'
import { installPythonPackages } from '../install/python-packages.mjs'
import { TEST_PROGRAMS } from '../install/system-programs.mjs'
import { prepare } from '../prepare.mjs'
import { projectRoot } from '../project-root.mjs'
import { readOptions } from '../read-options.mjs'
import { runBrowserTests } from './run-browser-tests.mjs'
import { runChecks } from './run-checks.mjs'
import { runVitest } from './run-vitest.mjs'

const USAGE = `Usage: npm test -- [options]

Sets up what is missing and runs every check and test, up to the first stage that fails.

  --no-system-install    don't install missing programs of the system, only name them
  --help                 show this`

const OPTIONS = /** @type {const} */ ({ 'no-system-install': { type: 'boolean', default: false } })

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */

/** @type {{ name: string, run: (say: (line: string) => void) => Promise<Counts> }[]} */
const STAGES = [
  { name: 'Static checks', run: async () => ({ passed: 0, failed: await runChecks(), skipped: 0 }) },
  { name: 'Unit tests', run: () => runVitest('unit') },
  { name: 'Integration tests', run: () => runVitest('integration') },
  { name: 'Build', run: build },
  { name: 'Process tests', run: () => runVitest('process') },
  { name: 'Browser tests', run: runBrowserTests },
]

/**
 * `npm test`. The last line says of all stages together how many tests passed, failed and were skipped, and nothing else.
 * @param {string[]} argv
 * @returns {Promise<number>} the exit code
 */
export async function runTests(argv) {
  const { values } = readOptions(argv, OPTIONS, USAGE)
  const say = (/** @type {string} */ line) => console.log(line)
  if (!values) {
    say(USAGE)
    return 0
  }
  process.chdir(projectRoot)
  await prepare(['test-packages', 'client', 'scripts'], say)
  await installSystemPrograms(TEST_PROGRAMS, { install: !values['no-system-install'], retry: true, say })
  await installYtDlp({ retry: true, say })
  await installMoonshine({ retry: true, say })
  await installMcpTools(say)
  await installPythonPackages(say)

  const sum = { passed: 0, failed: 0, skipped: 0 }
  for (const { name, run } of STAGES) {
    say(`\n── ${name}`)
    const beginMs = performance.now()
    const { passed, failed, skipped } = await run(say)
    say(`${name}: ${Math.round((performance.now() - beginMs) / 1000)} s`)
    sum.passed += passed
    sum.failed += failed
    sum.skipped += skipped
    if (failed > 0) break
  }
  say(`\n${sum.passed} passed, ${sum.failed} failed, ${sum.skipped} skipped`)
  return sum.failed === 0 ? 0 : 1
}

/**
 * A build that fails counts as one failure, and its reason is printed.
 * @param {(line: string) => void} say
 * @returns {Promise<Counts>}
 */
async function build(say) {
  try {
    await prepare(['server', 'cli', 'pages'], say)
    return { passed: 0, failed: 0, skipped: 0 }
  } catch (error) {
    console.error(error instanceof Error && error.name === 'SetupError' ? error.message : error)
    return { passed: 0, failed: 1, skipped: 0 }
  }
}
