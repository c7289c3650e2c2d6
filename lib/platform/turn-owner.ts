import { AsyncLocalStorage } from 'node:async_hooks'
import { singleton } from './singleton'

const owners = () => singleton('turn-owner', () => new AsyncLocalStorage<string>())

/** Does work on behalf of an owner, who takes turns with others wherever it has to wait for its turn. */
export function withTurnOwner<T>(owner: string, work: () => T): T {
  return owners().run(owner, work)
}

/** On whose behalf the present work is done; '' where nobody was named. */
export function turnOwner(): string {
  return owners().getStore() ?? ''
}
