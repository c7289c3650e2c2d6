import { AsyncLocalStorage } from 'node:async_hooks'
import { singleton } from './singleton'

/** A bounded wait for a slot: the signal aborts when it ends, unless it was stopped before. */
type SlotWait = { signal: AbortSignal | undefined; stop: () => void }

type Owner = { name: string; startWait: (() => SlotWait) | undefined }

const NOBODY: Owner = { name: '', startWait: undefined }
const owners = () => singleton('slot-owner', () => new AsyncLocalStorage<Owner>())

const USER = 'user '

export const userOwner = (userId: string) => `${USER}${userId}`

/** Whether an owner is a user, and not a network address or a job without callers. */
export const isUserOwner = (owner: string) => owner.startsWith(USER)

/** Runs work for an owner, in the fair order of slots. `startWait` limits waits for what takes minutes. */
export function withSlotOwner<T>(name: string, work: () => T, startWait?: () => SlotWait): T {
  return owners().run({ name, startWait }, work)
}

const current = () => owners().getStore() ?? NOBODY

/** The owner of the present work; an empty string without one. */
export function slotOwner(): string {
  return current().name
}

/** Begins a wait for something that takes minutes: as long as it takes, unless the present owner bounds it. */
export function startOwnerWait(): SlotWait {
  return current().startWait?.() ?? { signal: undefined, stop: () => undefined }
}
