import { expect, test } from 'vitest'
import { runBounded } from './run-bounded.mjs'

test('a program whose child holds its output open has ended when it ends itself', async () => {
  const { code, output } = await runBounded('/bin/sh', ['-c', 'sleep 600 & echo $!'], { timeoutMs: 60_000 })
  process.kill(Number(output), 'SIGKILL')
  expect(code).toBe(0)
})

test('a program that hangs is ended when its time is up, even if its child holds its output open', async () => {
  const { code, output } = await runBounded('/bin/sh', ['-c', 'sleep 5 & exec sleep 600'], { timeoutMs: 200 })
  expect([code, output]).toEqual([1, '/bin/sh took longer than 0.2 s'])
})

test('a program that is not there has a code other than 0, and its reason', async () => {
  expect(await runBounded('/no/such/program', [], { timeoutMs: 1_000 })).toEqual({
    code: 1,
    output: expect.stringContaining('ENOENT'),
  })
})
