import { AsyncLocalStorage } from 'node:async_hooks'
import { singleton } from './singleton'

/** A bounded wait for a turn: the signal aborts when it is over, unless it was stopped before. */
type SlotWait = { signal: AbortSignal | undefined; stop: () => void }

type Owner = { name: string; startWait: (() => SlotWait) | undefined }

const NOBODY: Owner = { name: '', startWait: undefined }
const owners = () => singleton('turn-owner', () => new AsyncLocalStorage<Owner>())

/**
 * Does work on behalf of an owner, who takes turns with others wherever it has to wait for its turn. `startWait` bounds
 * how long it waits for something that takes minutes.
 */
export function withSlotOwner<T>(name: string, work: () => T, startWait?: () => SlotWait): T {
  return owners().run({ name, startWait }, work)
}

const current = () => owners().getStore() ?? NOBODY

/** On whose behalf the present work is done; '' where nobody was named. */
export function slotOwner(): string {
  return current().name
}

/** Begins a wait for something that takes minutes: as long as it takes, unless the present owner bounds it. */
export function startOwnerWait(): SlotWait {
  return current().startWait?.() ?? { signal: undefined, stop: () => undefined }
}
