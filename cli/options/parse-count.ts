import { InvalidArgumentError } from 'commander'

/** A number of a list's page, as people write it. */
export function parseCount(min: number, max: number): (text: string) => number {
  return (text) => {
    const count = Number(text)
    if (/^\d{1,9}$/.test(text) && count >= min && count <= max) return count
    throw new InvalidArgumentError(`It is a number from ${min} to ${max}.`)
  }
}
