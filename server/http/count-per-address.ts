import { isIP } from 'node:net'

/**
 * How many times as much as others this machine itself may have: its own programs and forwarders all share an address.
 */
const LOOPBACK_FACTOR = 20

function isLoopbackAddress(address: string): boolean {
  return (isIP(address) === 4 && address.startsWith('127.')) || address === '0:0:0:0::/64'
}

/** The limit of an address. Other machines have `most`, programs on this one a multiple. */
export function shareOf(address: string, most: number): number {
  return isLoopbackAddress(address) ? LOOPBACK_FACTOR * most : most
}

/** Counts what each address has open. */
export type AddressCount = {
  /** Counts one more. Returns a function that ends it; null when the address has as many as it may have. */
  enter: (address: string) => (() => void) | null
}

/** A count that lets each address have `most` at a time; 0: any number. */
export function countPerAddress(most: number): AddressCount {
  const counts = new Map<string, number>()
  const leave = (address: string) => {
    const left = (counts.get(address) ?? 1) - 1
    if (left > 0) counts.set(address, left)
    else counts.delete(address)
  }
  return {
    enter: (address) => {
      const count = counts.get(address) ?? 0
      if (most > 0 && count >= shareOf(address, most)) return null
      counts.set(address, count + 1)
      let isLeft = false
      return () => {
        if (!isLeft) leave(address)
        isLeft = true
      }
    },
  }
}
