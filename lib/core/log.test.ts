import { expect, test, vi } from 'vitest'
import { log } from './log'

function logged(fields: Record<string, unknown>): Record<string, unknown> {
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  log.error('it broke', fields)
  const line = String(write.mock.calls[0]?.[0])
  write.mockRestore()
  expect(line.endsWith('\n')).toBe(true)
  return JSON.parse(line)
}

test('an error is logged with its cause under any field name', () => {
  const error = new Error('outer', { cause: new TypeError('inner') })
  expect(logged({ error, cause: new Error('beside'), size: 5n })).toMatchObject({
    level: 'error',
    message: 'it broke',
    error: { name: 'Error', message: 'outer', cause: 'TypeError: inner' },
    cause: { message: 'beside' },
    size: '5',
  })
})

test("a field that can't be serialised is left out of the line, and nothing is thrown", () => {
  const circle: Record<string, unknown> = {}
  circle.self = circle
  expect(logged({ circle })).toMatchObject({ message: 'it broke', unloggable: expect.stringContaining('circular') })
})
