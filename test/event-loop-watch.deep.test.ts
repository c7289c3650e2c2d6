import { expect, test } from 'vitest'
import { aside, startWatch, usedMs } from './event-loop-watch'

function work(ms: number): void {
  for (const until = usedMs() + ms; usedMs() < until; );
}

/** Returns the faults of requests that each run one part, after the first three requests, which may take longer. */
async function faultsOf(request: string, parts: readonly (() => void)[], slowness = 1): Promise<string[]> {
  const watch = startWatch(() => slowness)
  for (let at = 0; at < 3; at++) watch.begin('GET /first')()
  for (const part of parts) {
    const end = watch.begin(request)
    part()
    end()
  }
  return watch.end()
}

test('a request that uses the processor for long without a turn of the event loop is reported', async () => {
  expect(await faultsOf('POST /v1/slow?x=1', [() => work(600)])).toEqual([
    expect.stringMatching(/^\d+ ms during POST \/v1\/slow\?x=1$/),
  ])
})

test('a shorter turn is reported where a second request of the operation has one too', async () => {
  const turn = () => work(150)
  expect(await faultsOf('GET /v1/jobs/1', [turn])).toEqual([])
  expect(await faultsOf('GET /v1/jobs/2', [turn, turn])).toHaveLength(2)
})

test('several shorter turns of one request may be its modules', async () => {
  const watch = startWatch(() => 1)
  for (let at = 0; at < 3; at++) watch.begin('GET /first')()
  const end = watch.begin('GET /v1/jobs')
  for (const _ of [1, 2]) {
    work(150)
    // The watch measures at the begin of any request.
    watch.begin('GET /health')()
  }
  end()
  expect(await watch.end()).toEqual([])
})

test('work of the test itself and waits are not reported', async () => {
  const wait = () => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 600)
  expect(await faultsOf('GET /v1/jobs', [() => aside(() => work(600)), wait])).toEqual([])
})

test('on a machine that is twice as slow a turn may take twice as long', async () => {
  expect(await faultsOf('POST /v1/slow', [() => work(600)], 2)).toEqual([])
  expect(await faultsOf('POST /v1/slow', [() => work(1_200)], 2)).toHaveLength(1)
})
