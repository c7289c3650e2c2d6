import { expect, test, vi } from 'vitest'
import { logFailure, noteConnection } from './log-failure'

const refused = () => Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })

function linesOf(work: () => void): { level: string; message: string; failures?: number }[] {
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  work()
  const lines = written.mock.calls.map(([line]) => JSON.parse(String(line)))
  written.mockRestore()
  return lines
}

test('an outage of the database is a line at its beginning and one at its end, however much fails', () => {
  const lines = linesOf(() => {
    for (let n = 0; n < 500; n++) logFailure('error', 'a request failed', { error: refused() })
    noteConnection()
    noteConnection()
    logFailure('error', 'a request failed', { error: refused() })
  })
  expect(lines.map(({ level, message }) => `${level}: ${message.slice(0, 22)}`)).toEqual([
    'warn: the database fails; un',
    'info: the database is back',
    'warn: the database fails; un',
  ])
  expect(lines[1]).toMatchObject({ failures: 500 })
})

test('a failure that is not of the database is logged as it is, during an outage too', () => {
  const lines = linesOf(() => {
    logFailure('warn', 'a loop failed', { error: refused() })
    logFailure('error', 'a request failed', { error: new TypeError('no'), operation: 'me' })
  })
  expect(lines.at(-1)).toMatchObject({ level: 'error', message: 'a request failed', operation: 'me' })
})
