import fs from 'node:fs'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/** @typedef {{ name: string, seconds: number }} Duration */

/**
 * `failures`: the names of the tests that failed.
 * @typedef {{ passed: number, failed: number, skipped: number, durations: Duration[], failures: string[] }} Counts
 */

/** @type {Counts} */
export const NO_COUNTS = { passed: 0, failed: 0, skipped: 0, durations: [], failures: [] }

/** How many lines of errors name a failure that belongs to no test. */
const LAST_ERRORS = 12

/**
 * Reads the counts out of a test runner's JSON report and takes the report away, so that no later run is taken for it. A
 * runner that failed without a failed test, or left no report, is one failure.
 * @param {string} file
 * @param {{ code: number, output: string }} ended the runner's exit code and errors
 * @param {(report: any) => Counts} count
 * @returns {Counts}
 */
export function readReport(file, { code, output }, count) {
  const counts = fs.existsSync(file)
    ? count(JSON.parse(fs.readFileSync(file, 'utf8')))
    : { ...NO_COUNTS, failed: 1, failures: [`${path.basename(file)} was not written`] }
  fs.rmSync(file, { force: true })
  return code !== 0 && counts.failed === 0
    ? { ...counts, failed: 1, failures: [`exit code ${code} though no test failed:`, ...lastErrors(output)] }
    : counts
}

/**
 * The lines that begin with ✗, which name failures beside the tests; without any, the end of all errors.
 * @param {string} output
 */
function lastErrors(output) {
  const lines = stripVTControlCharacters(output)
    .split('\n')
    .filter((line) => line.trim() !== '')
  const marked = lines.filter((line) => line.startsWith('✗'))
  return (marked.length > 0 ? marked : lines).slice(-LAST_ERRORS)
}
