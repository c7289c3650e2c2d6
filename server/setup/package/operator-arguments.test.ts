import { expect, test } from 'vitest'
import { asksServer, operatorArguments } from './operator-arguments.mjs'

const at = (name: string, ...args: string[]) => operatorArguments(name, args, '/home/ada')

test('models and doctor of another server are asked for by the command line', () => {
  const elsewhere = { VERBATIM_URL: 'https://verbatim.example' }
  expect(asksServer('models', ['list'], elsewhere)).toBe(true)
  expect(asksServer('doctor', [], elsewhere)).toBe(true)
  expect(asksServer('doctor', ['--server', 'https://verbatim.example'], {})).toBe(true)
  expect(asksServer('doctor', ['--server=https://verbatim.example'], {})).toBe(true)
  expect(asksServer('doctor', ['--json'], {})).toBe(false)
})

test.each(['user', 'public', 'backup', 'restore', 'yt-dlp', 'stripe-check'])(
  '%s is of this machine, whichever server the command line asks',
  (name) => {
    expect(asksServer(name, ['list'], { VERBATIM_URL: 'https://verbatim.example' })).toBe(false)
  },
)

test("a backup's folder is relative to the user's folder", () => {
  expect(at('backup', 'kept')).toEqual(['/home/ada/kept'])
  expect(at('backup', 'verify', 'kept')).toEqual(['verify', '/home/ada/kept'])
  expect(at('restore', '/mnt/kept', '--partial')).toEqual(['/mnt/kept', '--partial'])
})

test('files that options name are those of the person, in an argument of their own or after an equals sign', () => {
  expect(at('doctor', '--export', 'out', '--json')).toEqual(['--export', '/home/ada/out', '--json'])
  expect(at('doctor', '--export=out', '--probes=../p=1.json')).toEqual([
    '--export=/home/ada/out',
    '--probes=/home/p=1.json',
  ])
  expect(at('doctor', '--export=/mnt/out', 'rest')).toEqual(['--export=/mnt/out', 'rest'])
})

test('other arguments stay as they are', () => {
  expect(at('user', 'create', 'ada@example.com', '--tier=pro')).toEqual(['create', 'ada@example.com', '--tier=pro'])
})
