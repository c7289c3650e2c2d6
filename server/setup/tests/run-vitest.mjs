import path from 'node:path'
import { projectRoot } from '../project-root.mjs'
import { endToolsWithUs, runTool, toolEnv } from '../run-tool.mjs'
import { readReport } from './read-report.mjs'

/**
 * `main`: without deep tests, by the names of their files or by their tag; `named`: with those that are named; `deep`: with all,
 * and with more inputs for properties.
 * @typedef {'main' | 'named' | 'deep'} Depth
 */

/**
 * Runs the Vitest tests of projects and counts them. A file that fails without a failed test, because it can't be loaded or a hook
 * fails, is one failure.
 * @param {('unit' | 'integration' | 'process')[]} projects
 * @param {{ only?: string[], depth: Depth }} options `only`: further arguments that choose some of them
 */
export async function runVitest(projects, { only = [], depth }) {
  const reportFile = path.join(projectRoot, 'dist', 'reports', `${projects[0]}.json`)
  const args = [
    'run',
    ...projects.map((project) => `--project=${project}`),
    '--passWithNoTests',
    ...(depth === 'main' ? ['--tags-filter=!deep'] : []),
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${reportFile}`,
    ...only,
  ]
  const ended = await runTool(process.execPath, ['node_modules/vitest/vitest.mjs', ...args], {
    env: toolEnv({ TEST_DEPTH: depth }),
    show: true,
  })
  return readReport(reportFile, ended, (report) => {
    /** @typedef {{ fullName: string, duration?: number | null, status: string, tags: string[] }} Result */
    /** @type {{ name: string, status: string, assertionResults: Result[] }[]} */
    const files = report.testResults
    const broken = files.filter(
      (file) => file.status === 'failed' && file.assertionResults.every(({ status }) => status !== 'failed'),
    )
    const results = files.flatMap((file) => file.assertionResults)
    const leftOut =
      depth === 'main' ? results.filter(({ status, tags }) => status === 'skipped' && tags.includes('deep')) : []
    return {
      passed: report.numPassedTests,
      failed: report.numFailedTests + broken.length,
      skipped: report.numPendingTests + report.numTodoTests - leftOut.length,
      failures: [
        ...broken.map(({ name }) => path.relative(projectRoot, name)),
        ...files.flatMap(({ name, assertionResults }) =>
          assertionResults.filter(({ status }) => status === 'failed').map(({ fullName }) => nameOf(name, fullName)),
        ),
      ],
      durations: files.flatMap(({ name, assertionResults }) =>
        assertionResults.map(({ fullName, duration }) => ({
          name: nameOf(name, fullName),
          seconds: (duration ?? 0) / 1000,
        })),
      ),
    }
  })
}

/**
 * Runs the tests of a project in the files that a name fits, and shows what they print. Ends them with us.
 * @param {'process' | 'inngest'} project
 * @param {string} name
 * @param {Record<string, string>} settings
 * @returns {Promise<number>} the exit code
 */
export async function showVitest(project, name, settings) {
  const keepTools = endToolsWithUs()
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--project', project, name]
  const { code } = await runTool(process.execPath, args, { env: toolEnv(settings), show: true })
  keepTools()
  return code
}

/** @param {string} file @param {string} fullName */
function nameOf(file, fullName) {
  return `${path.relative(projectRoot, file)} › ${fullName}`
}
