import { randomBytes } from 'node:crypto'
import { type Db, db } from '@/lib/platform/db'
import type { Prisma } from '@/lib/platform/generated/prisma/client'
import { type Customer, type Kind, type Of, type Stored, storedSchema } from './objects'
import { SandboxRefusal } from './refusal'

type Tx = Prisma.TransactionClient

const PREFIXES: Readonly<Record<Kind, string>> = {
  customer: 'cus',
  subscription: 'sub',
  subscription_schedule: 'sub_sched',
  invoice: 'in',
  'checkout.session': 'cs_test',
  'billing_portal.session': 'bps',
  event: 'evt',
}

/** A new id, as unguessable as Stripe's: the pages of the sandbox are found by theirs. */
export function newSandboxId(kind: Kind | 'item'): string {
  return `${kind === 'item' ? 'si' : PREFIXES[kind]}_${randomBytes(18).toString('base64url').replace(/[-_]/g, '0')}`
}

function isKind<K extends Kind>(object: Stored, kind: K): object is Of<K> {
  return object.object === kind
}

/** Does something in the sandbox: one after the other, and all of it or nothing. */
export function inSandbox<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
  return db().$transaction(async (tx) => {
    await tx.$executeRaw`select pg_advisory_xact_lock(hashtextextended('billing sandbox', 0))`
    return work(tx)
  })
}

/** Keeps an object, new or changed. */
export async function put<T extends Stored>(tx: Tx, object: T): Promise<T> {
  const { id, object: kind, customer: customerId } = object
  const row = { kind, customerId, body: JSON.parse(JSON.stringify(object)) as Prisma.InputJsonObject }
  await tx.sandboxObject.upsert({ where: { id }, create: { id, ...row }, update: row })
  return object
}

/** An object of a kind by its id, or null. */
export async function find<K extends Kind>(tx: Db, kind: K, id: string): Promise<Of<K> | null> {
  const row = await tx.sandboxObject.findUnique({ where: { id } })
  const object = row && storedSchema.parse(row.body)
  return object && isKind(object, kind) ? object : null
}

/** An object of a kind by its id. Refuses as Stripe does where there is none. */
export async function get<K extends Kind>(tx: Db, kind: K, id: string): Promise<Of<K>> {
  const object = await find(tx, kind, id)
  if (!object) throw new SandboxRefusal(404, `No such ${kind}: '${id}'`, { code: 'resource_missing', param: 'id' })
  return object
}

/** A customer's objects of a kind, the newest first. */
export async function listOf<K extends Kind>(tx: Db, kind: K, customerId: string): Promise<Of<K>[]> {
  const rows = await tx.sandboxObject.findMany({ where: { customerId, kind }, orderBy: { sequence: 'desc' } })
  return rows.map(({ body }) => storedSchema.parse(body)).filter((object) => isKind(object, kind))
}

/** The time of a customer's clock, in seconds: it may have been put ahead. */
export function clockOf({ aheadSeconds }: Pick<Customer, 'aheadSeconds'>): number {
  return Math.floor(Date.now() / 1000) + aheadSeconds
}
