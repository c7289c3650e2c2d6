import { expect, test } from 'vitest'
import { createProgressReporter } from './create-progress-reporter'

function reported(isTTY: boolean, steps: readonly [atMs: number, receivedBytes: number][]): string {
  let written = ''
  let atMs = 0
  const progress = createProgressReporter('small', { isTTY, write: (text) => (written += text) }, () => atMs)
  for (const [ms, receivedBytes] of steps) {
    atMs = ms
    progress.report({ receivedBytes, totalBytes: 200e6 })
  }
  progress.end()
  return written
}

test('writes over one line on a terminal, five times a second at most', () => {
  const steps: [number, number][] = [
    [0, 100e6],
    [100, 101e6],
    [1000, 120e6],
    [1001, 121e6],
    [2000, 200e6],
  ]
  expect(reported(true, steps)).toBe(
    '\rsmall  50 %  100 of 200 MB  0.0 MB/s\rsmall  60 %  120 of 200 MB  20.0 MB/s\rsmall  100 %  200 of 200 MB  50.0 MB/s\n',
  )
})

test('covers a longer line with a shorter one', () => {
  const lines = reported(true, [
    [0, 0],
    [1000, 150e6],
    [100_000, 151e6],
  ]).split('\r')
  expect(lines.slice(2)).toEqual(['small  75 %  150 of 200 MB  150.0 MB/s', 'small  75 %  151 of 200 MB  1.5 MB/s  \n'])
})

test('writes a line for every tenth where there is no terminal', () => {
  const steps = Array.from({ length: 101 }, (_, percent): [number, number] => [percent * 10, percent * 2e6])
  const lines = reported(false, steps).trimEnd().split('\n')
  expect(lines).toHaveLength(11)
  expect(lines.at(-1)).toBe('small  100 %  200 of 200 MB  200.0 MB/s')
})

test('writes nothing when nothing was to be fetched', () => {
  expect(reported(true, [])).toBe('')
})
