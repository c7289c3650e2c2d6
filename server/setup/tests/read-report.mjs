import fs from 'node:fs'

/** @typedef {{ name: string, seconds: number }} Duration */

/** @typedef {{ passed: number, failed: number, skipped: number, durations: Duration[] }} Counts */

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
    : { passed: 0, failed: 1, skipped: 0, durations: [] }
  fs.rmSync(file, { force: true })
  return exitCode !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts
}
