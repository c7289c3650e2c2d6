import fs from 'node:fs'
import path from 'node:path'

/** @typedef {{ name: string, seconds: number }} Duration */

/**
 * `failures`: the names of the tests that failed.
 * @typedef {{ passed: number, failed: number, skipped: number, durations: Duration[], failures: string[] }} Counts
 */

/** @type {Counts} */
export const NO_COUNTS = { passed: 0, failed: 0, skipped: 0, durations: [], failures: [] }

/**
 * Reads the counts out of a test runner's JSON report and takes the report away, so that no later run is taken for it. A
 * runner that failed without a failed test, or left no report, is one failure.
 * @param {string} file
 * @param {number} exitCode
 * @param {(report: any) => Counts} count
 * @returns {Counts}
 */
export function readReport(file, exitCode, count) {
  const counts = fs.existsSync(file)
    ? count(JSON.parse(fs.readFileSync(file, 'utf8')))
    : { ...NO_COUNTS, failed: 1, failures: [`${path.basename(file)} was not written`] }
  fs.rmSync(file, { force: true })
  return exitCode !== 0 && counts.failed === 0
    ? { ...counts, failed: 1, failures: [`exit code ${exitCode} though no test failed`] }
    : counts
}
