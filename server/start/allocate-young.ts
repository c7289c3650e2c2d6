import { setFlagsFromString } from 'node:v8'

/**
 * Has V8 allocate every object where garbage is collected soon. It would else allocate objects of code whose first ones lived for long,
 * as they do while a server starts, among the old ones, and each of those would keep all of its request until all garbage is
 * collected. Must run before there is work.
 */
export function allocateYoung(): void {
  setFlagsFromString('--no-allocation-site-pretenuring')
}
