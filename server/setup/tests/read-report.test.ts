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
  expect(readReport(file, 1, count)).toMatchObject({ passed: 3, failed: 1, skipped: 2, failures: [] })
  expect(existsSync(file)).toBe(false)
})

test('a runner that fails though no test did is a failure', async () => {
  await writeFile(file, JSON.stringify({ passed: 3, failed: 0, skipped: 0 }))
  expect(readReport(file, 1, count)).toMatchObject({
    passed: 3,
    failed: 1,
    skipped: 0,
    failures: ['exit code 1 though no test failed'],
  })
})

test('a runner that leaves no report is a failure', () => {
  expect(readReport(file, 0, count)).toMatchObject({
    passed: 0,
    failed: 1,
    skipped: 0,
    failures: ['report.json was not written'],
  })
})
