import path from 'node:path'
import { expect, test } from 'vitest'
import { SetupError } from '@/server/setup/setup-error.mjs'
import { explainFullDisk } from './explain-full-disk'

const folder = path.resolve('missing', 'data')

function failed(message: string, code?: string, cause?: unknown): Error {
  return Object.assign(new Error(message, { cause }), code === undefined ? {} : { code })
}

test('a full disk is reported with the folder, the free space and the space needed', () => {
  const reported = explainFullDisk(failed('ENOSPC: no space left on device, write', 'ENOSPC'), folder, true)
  expect(reported).toBeInstanceOf(SetupError)
  expect(reported?.message).toMatch(
    / is full: \d+ MiB are free, and Verbatim needs 200 MiB to start\. Free some space, /,
  )
  expect(reported?.message).toContain(folder)
})

test.each([
  ['PostgreSQL refuses a statement', failed('could not extend file', '53100')],
  ['a migration fails by it', new SetupError('not migrated', { cause: failed('could not extend file', '53100') })],
  ['a program of PostgreSQL says so', failed('initdb ended with 1:\ncould not write: No space left on device')],
])('a full disk is recognised when %s', (_, error) => {
  expect(explainFullDisk(error, folder, true)).not.toBeNull()
  expect(explainFullDisk(error, folder, false)).toBeNull()
})

test('other errors are left as they are', () => {
  expect(explainFullDisk(failed('permission denied', 'EACCES'), folder, true)).toBeNull()
  expect(explainFullDisk('full', folder, true)).toBeNull()
})
