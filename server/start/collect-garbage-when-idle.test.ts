import { describe, expect, test } from 'vitest'
import { findCollector, makeIdleCollector } from './collect-garbage-when-idle'

describe('garbage', () => {
  function collectionsAt(shares: readonly number[]): boolean[] {
    let collected = false
    const check = makeIdleCollector(() => {
      collected = true
    })
    return shares.map((share) => {
      collected = false
      check(share)
      return collected
    })
  }

  test('is collected three times after work, once there is none', () => {
    expect(collectionsAt([0.9, 0.11, 0.01, 0, 0.09, 0, 0])).toEqual([false, false, true, true, true, false, false])
  })

  test('is collected three times after the start, which is work too', () => {
    expect(collectionsAt([0, 0, 0, 0])).toEqual([true, true, true, false])
  })

  test('is collected anew after new work, and not without', () => {
    expect(collectionsAt([0, 0, 0, 0, 0.5, 0, 0.5, 0])).toEqual([true, true, true, false, false, true, false, true])
  })

  test('is gone once it is collected', () => {
    const collect = findCollector()
    // Other tests of this process have left theirs.
    collect?.()
    const before = process.memoryUsage().heapUsed
    let garbage: number[][] | null = Array.from({ length: 64 }, () => new Array<number>(131_072).fill(0.5))
    expect(process.memoryUsage().heapUsed - before).toBeGreaterThan(32 * 1024 ** 2)
    garbage = null
    collect?.()
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(16 * 1024 ** 2)
    expect(garbage).toBeNull()
  })
})
