import { AsyncLocalStorage } from 'node:async_hooks'
import { singleton } from '@/lib/core/concurrency/singleton'

const NOBODY = 'the service'

function storage(): AsyncLocalStorage<string> {
  return singleton('text-owner', () => new AsyncLocalStorage<string>())
}

/** Does work for a user (or a job), so that large texts in it take turns with those of others. */
export function withTextOwner<T>(owner: string, work: () => T): T {
  return storage().run(owner, work)
}

/** For whom the current work is done. */
export function textOwner(): string {
  return storage().getStore() ?? NOBODY
}
