import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readReport } from './read-report.mjs'

const folder = await mkdtemp(path.join(tmpdir(), 'verbatim-report-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

const file = path.join(folder, 'report.json')
const count = (report: { passed: number; failed: number; skipped: number }) => ({
  ...report,
  durations: [],
  failures: [],
})

test('the counts are the report’s, and the report is used up', async () => {
  await writeFile(file, JSON.stringify({ passed: 3, failed: 1, skipped: 2 }))
  expect(readReport(file, { code: 1, output: '' }, count)).toMatchObject({
    passed: 3,
    failed: 1,
    skipped: 2,
    failures: [],
  })
  expect(existsSync(file)).toBe(false)
})

test('a runner that fails though no test did is a failure, named by the errors that no test caused', async () => {
  const output = 'a log line\n\u001b[31m✗ left running by a test: process 1\u001b[39m\n'
  await writeFile(file, JSON.stringify({ passed: 3, failed: 0, skipped: 0 }))
  expect(readReport(file, { code: 1, output }, count)).toMatchObject({
    passed: 3,
    failed: 1,
    skipped: 0,
    failures: ['exit code 1 though no test failed:', '✗ left running by a test: process 1'],
  })
})

test('a runner that fails for a reason that it does not mark is named by the end of its errors', async () => {
  await writeFile(file, JSON.stringify({ passed: 3, failed: 0, skipped: 0 }))
  const { failures } = readReport(file, { code: 1, output: 'Unhandled Rejection\nError: gone\n' }, count)
  expect(failures).toEqual(['exit code 1 though no test failed:', 'Unhandled Rejection', 'Error: gone'])
})

test('a runner that leaves no report is a failure', () => {
  expect(readReport(file, { code: 0, output: '' }, count)).toMatchObject({
    passed: 0,
    failed: 1,
    skipped: 0,
    failures: ['report.json was not written'],
  })
})
