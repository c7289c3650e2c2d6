import path from 'node:path'
import { projectRoot } from '../project-root.mjs'
import { runTool, toolEnv } from '../run-tool.mjs'
import { readReport } from './read-report.mjs'

const CONFIG = 'e2e/playwright.config.ts'

/** A pattern of the files without those of tests that take long for what they can find. */
const MAIN_FLOWS = '(?<!\\.deep)\\.spec\\.ts$'

/** The tag of single tests of that kind in other files. */
const DEEP = '@deep'

/**
 * Runs the Playwright tests in e2e and counts them.
 * @param {{ only?: string[], depth: import('./run-vitest.mjs').Depth }} options `only`: the files that are run
 */
export async function runBrowserTests({ only = [], depth }) {
  const reportFile = path.join(projectRoot, 'dist', 'reports', 'browser.json')
  const chosen = depth === 'main' ? [MAIN_FLOWS, `--grep-invert=${DEEP}`] : only
  const args = ['test', '--config', CONFIG, '--reporter=list,json', ...chosen]
  const env = toolEnv({ PLAYWRIGHT_JSON_OUTPUT_FILE: reportFile })
  const ended = await runTool(process.execPath, ['node_modules/@playwright/test/cli.js', ...args], {
    env,
    show: true,
  })
  return readReport(reportFile, ended, (report) => {
    /** @type {Suite[]} */
    const suites = report.suites
    const tests = suites.flatMap(testsOf)
    return {
      passed: report.stats.expected + report.stats.flaky,
      failed: report.stats.unexpected,
      skipped: report.stats.skipped,
      durations: tests,
      failures: tests.filter(({ ok }) => !ok).map(({ name }) => name),
    }
  })
}

/**
 * @typedef {object} Suite
 * @property {string} file
 * @property {Suite[]} [suites]
 * @property {{ title: string, ok: boolean, tests: { results: { duration: number }[] }[] }[]} [specs]
 */

/**
 * The tests of a suite: whether each passed, and how long it took with the times it was tried again.
 * @param {Suite} suite
 * @returns {(import('./read-report.mjs').Duration & { ok: boolean })[]}
 */
function testsOf({ file, suites = [], specs = [] }) {
  const own = specs.map(({ title, ok, tests }) => {
    const results = tests.flatMap((test) => test.results)
    const seconds = results.reduce((sum, { duration }) => sum + duration, 0) / 1000
    return { name: `e2e/${file} › ${title}`, ok, seconds }
  })
  return [...own, ...suites.flatMap(testsOf)]
}
