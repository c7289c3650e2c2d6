import fs from 'node:fs'
import path from 'node:path'
import { projectRoot } from '../project-root.mjs'
import { runTool } from '../run-tool.mjs'
import { toolEnv } from '../tool-env.mjs'
import { readReport } from './read-report.mjs'

const CONFIGS = ['playwright.config.ts', 'e2e/playwright.config.ts']

/** A pattern of the files without those of tests that take long for what they can find. */
const MAIN_FLOWS = '(?<!\\.deep)\\.spec\\.ts$'

/** The tag of single tests of that kind in other files. */
const DEEP = '@deep'

/**
 * Runs the Playwright tests in e2e and counts them.
 * @param {(line: string) => void} say
 * @param {{ only?: string[], depth: import('./run-vitest.mjs').Depth }} options `only`: the files that are run
 */
export async function runBrowserTests(say, { only = [], depth }) {
  const config = CONFIGS.find((name) => fs.existsSync(path.join(projectRoot, name)))
  if (!config) {
    say('There are none.')
    return { passed: 0, failed: 0, skipped: 0, durations: [] }
  }
  const reportFile = path.join(projectRoot, 'dist', 'reports', 'browser.json')
  const chosen = depth === 'main' ? [MAIN_FLOWS, `--grep-invert=${DEEP}`] : only
  const args = ['test', '--config', config, '--reporter=list,json', ...chosen]
  const env = toolEnv({ PLAYWRIGHT_JSON_OUTPUT_FILE: reportFile })
  const { code } = await runTool(process.execPath, ['node_modules/@playwright/test/cli.js', ...args], {
    env,
    show: true,
  })
  return readReport(reportFile, code, ({ stats, suites }) => ({
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    skipped: stats.skipped,
    durations: suites.flatMap(durationsOf),
  }))
}

/**
 * @typedef {object} Suite
 * @property {string} file
 * @property {Suite[]} [suites]
 * @property {{ title: string, tests: { results: { duration: number }[] }[] }[]} [specs]
 */

/**
 * How long each test of a suite took, with the times it was tried again.
 * @param {Suite} suite
 * @returns {import('./read-report.mjs').Duration[]}
 */
function durationsOf({ file, suites = [], specs = [] }) {
  const own = specs.map(({ title, tests }) => {
    const results = tests.flatMap((test) => test.results)
    return { name: `e2e/${file} › ${title}`, seconds: results.reduce((sum, { duration }) => sum + duration, 0) / 1000 }
  })
  return [...own, ...suites.flatMap(durationsOf)]
}
