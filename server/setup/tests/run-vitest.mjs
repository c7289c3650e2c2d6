import path from 'node:path'
import { projectRoot } from '../project-root.mjs'
import { endToolsWithUs, runTool } from '../run-tool.mjs'
import { toolEnv } from '../tool-env.mjs'
import { readReport } from './read-report.mjs'

/**
 * Runs the Vitest tests of a project and counts them. A file that can't even be loaded is one failure.
 * @param {'unit' | 'integration' | 'process'} project
 * @param {string[]} [only] further arguments that choose some of them
 */
export async function runVitest(project, only = []) {
  const reportFile = path.join(projectRoot, 'dist', 'reports', `${project}.json`)
  const args = [
    'run',
    // Those that run alone belong to it.
    `--project=${project}*`,
    '--passWithNoTests',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${reportFile}`,
    ...only,
  ]
  const keepTools = endToolsWithUs()
  const { code } = await runTool(process.execPath, ['node_modules/vitest/vitest.mjs', ...args], {
    env: toolEnv(),
    show: true,
  })
  keepTools()
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
