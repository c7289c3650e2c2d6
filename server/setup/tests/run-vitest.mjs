import path from 'node:path'
import { projectRoot } from '../project-root.mjs'
import { runTool } from '../run-tool.mjs'
import { toolEnv } from '../tool-env.mjs'
import { readReport } from './read-report.mjs'

/**
 * Runs the Vitest tests of projects and counts them. A file that can't even be loaded is one failure.
 * @param {('unit' | 'integration' | 'process')[]} projects
 * @param {{ only?: string[], isDeep: boolean }} options `only`: further arguments that choose some of them; `isDeep`:
 * with those that take long, and with more inputs for properties
 */
export async function runVitest(projects, { only = [], isDeep }) {
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
    env: toolEnv({ TEST_DEPTH: isDeep ? 'deep' : 'main' }),
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
