import path from 'node:path'
import { projectRoot } from '../project-root.mjs'
import { runTool } from '../run-tool.mjs'
import { toolEnv } from '../tool-env.mjs'
import { readReport } from './read-report.mjs'

/**
 * `main`: without the files of deep tests; `named`: with those that are named; `deep`: with all, and with more inputs for
 * properties.
 * @typedef {'main' | 'named' | 'deep'} Depth
 */

/**
 * Runs the Vitest tests of projects and counts them. A file that can't even be loaded is one failure.
 * @param {('unit' | 'integration' | 'process')[]} projects
 * @param {{ only?: string[], depth: Depth }} options `only`: further arguments that choose some of them
 */
export async function runVitest(projects, { only = [], depth }) {
  const reportFile = path.join(projectRoot, 'dist', 'reports', `${projects[0]}.json`)
  const args = [
    'run',
    // Those that run alone belong to it.
    ...projects.map((project) => `--project=${project}*`),
    '--passWithNoTests',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${reportFile}`,
    ...only,
  ]
  const { code } = await runTool(process.execPath, ['node_modules/vitest/vitest.mjs', ...args], {
    env: toolEnv({ TEST_DEPTH: depth }),
    show: true,
  })
  return readReport(reportFile, code, (report) => {
    /** @type {{ name: string, status: string, assertionResults: { fullName: string, duration?: number | null }[] }[]} */
    const files = report.testResults
    const broken = files.filter((file) => file.status === 'failed' && file.assertionResults.length === 0)
    return {
      passed: report.numPassedTests,
      failed: report.numFailedTests + broken.length,
      skipped: report.numPendingTests + report.numTodoTests,
      durations: files.flatMap(({ name, assertionResults }) =>
        assertionResults.map(({ fullName, duration }) => ({
          name: `${path.relative(projectRoot, name)} › ${fullName}`,
          seconds: (duration ?? 0) / 1000,
        })),
      ),
    }
  })
}
