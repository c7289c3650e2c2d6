import { AsyncLocalStorage } from 'node:async_hooks'
import { singleton } from '../concurrency/singleton'

function storage(): AsyncLocalStorage<string | null> {
  return singleton('peer', () => new AsyncLocalStorage<string | null>())
}

/** Runs a request handler with the remote address of its connection, which Next does not pass on. */
export function withPeer<T>(peer: string | undefined, run: () => T): T {
  return storage().run(peer ?? null, run)
}

/** The remote address of the present request; null where Next runs without our server. */
export function currentPeer(): string | null {
  return storage().getStore() ?? null
}
