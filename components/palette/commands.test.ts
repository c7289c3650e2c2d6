import { expect, test } from 'vitest'
import { listCommands, matchCommands } from './commands'

const options = { isLocal: false, isOperator: false, onShortcuts: () => undefined, onGoToTime: null }
const names = (query: string, more = {}) =>
  matchCommands(listCommands({ ...options, ...more }), query).map(({ name }) => name)

test('a command is found by parts of its words, in any order and case', () => {
  expect(names('THEME dar')).toEqual(['Use dark theme'])
  expect(names('qqq')).toEqual([])
})

test('only operators are offered the pages for operators, and the local account is not offered to sign out', () => {
  expect(names('').includes('Settings › System check')).toBe(false)
  expect(names('', { isOperator: true }).includes('Settings › System check')).toBe(true)
  expect(names('sign out')).toEqual(['Sign out'])
  expect(names('sign out', { isLocal: true })).toEqual([])
})

test('a page with a transcript offers to go to a time', () => {
  expect(names('go time')).toEqual([])
  expect(names('go time', { onGoToTime: () => undefined })).toEqual(['Go to time…'])
})

test('every command has a unique ID', () => {
  const ids = listCommands({ ...options, isOperator: true }).map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
})
