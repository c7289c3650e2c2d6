import type { LookupAddress } from 'node:dns'
import { expect, it } from 'vitest'
import { guardedLookup } from './guarded-lookup'

const ADDRESSES: LookupAddress[] = [
  { address: '2606:4700:4700::1111', family: 6 },
  { address: '1.1.1.1', family: 4 },
]

function look(addresses: LookupAddress[], all: boolean): Promise<unknown[]> {
  const lookup = guardedLookup(async () => addresses)
  return new Promise((resolve, reject) => {
    lookup('media.example', { all }, (error, ...answer) => (error ? reject(error) : resolve(answer)))
  })
}

it('gives all addresses or the first, as the socket asks', async () => {
  expect(await look(ADDRESSES, true)).toEqual([ADDRESSES])
  expect(await look(ADDRESSES, false)).toEqual(['2606:4700:4700::1111', 6])
})

it.each([true, false])('refuses the name for its last address too (all: %s)', async (all) => {
  const addresses = [...ADDRESSES, { address: 'fd00::1', family: 6 }]
  await expect(look(addresses, all)).rejects.toMatchObject({ code: 'blocked_url', context: { field: 'url' } })
})
