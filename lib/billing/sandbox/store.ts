import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { lockUntilCommit } from '@/lib/core/db/advisory-lock'
import { type Db, db } from '@/lib/core/db/db'
import type { Prisma } from '@/lib/core/generated/prisma/client'
import { SandboxRefusal } from './endpoints/refusal'

const seconds = z.int()
const metadata = z.record(z.string(), z.string()).default({})

/** The outcome of each charge to a card. */
const CARDS = ['pays', 'declines', 'authenticates'] as const
export type Card = (typeof CARDS)[number]

/** The stored objects of the sandbox, by kind; `endpoints/show.ts` renders them as Stripe's API shows them. */
const customerSchema = z.object({
  id: z.string(),
  object: z.literal('customer'),
  customer: z.string(),
  email: z.string().nullable(),
  metadata,
  created: seconds,
  card: z.enum(CARDS).default('pays'),
  /** How far its clock is ahead of the real one. */
  aheadSeconds: z.int().default(0),
})

const subscriptionSchema = z.object({
  id: z.string(),
  object: z.literal('subscription'),
  customer: z.string(),
  status: z.enum(['active', 'past_due', 'unpaid', 'canceled']),
  created: seconds,
  itemId: z.string(),
  price: z.string(),
  periodStart: seconds,
  periodEnd: seconds,
  cancelAtPeriodEnd: z.boolean().default(false),
  canceledAt: seconds.nullable().default(null),
  endedAt: seconds.nullable().default(null),
  schedule: z.string().nullable().default(null),
  latestInvoice: z.string().nullable().default(null),
  pendingUpdate: z.object({ price: z.string(), expiresAt: seconds }).nullable().default(null),
})

const phaseSchema = z.object({ price: z.string(), startDate: seconds, endDate: seconds })
const scheduleSchema = z.object({
  id: z.string(),
  object: z.literal('subscription_schedule'),
  customer: z.string(),
  subscription: z.string(),
  status: z.enum(['active', 'released', 'canceled']),
  created: seconds,
  phases: z.array(phaseSchema),
  /** Which of them holds now. */
  current: z.int().default(0),
})

const invoiceSchema = z.object({
  id: z.string(),
  object: z.literal('invoice'),
  customer: z.string(),
  subscription: z.string(),
  status: z.enum(['open', 'paid', 'void']),
  created: seconds,
  amount: z.int(),
  currency: z.string(),
  reason: z.enum(['subscription_create', 'subscription_update', 'subscription_cycle']),
})

const checkoutSchema = z.object({
  id: z.string(),
  object: z.literal('checkout.session'),
  customer: z.string(),
  status: z.enum(['open', 'complete', 'expired']),
  created: seconds,
  price: z.string(),
  clientReferenceId: z.string().nullable(),
  successUrl: z.string(),
  cancelUrl: z.string(),
  subscription: z.string().nullable().default(null),
  /** The bank has been asked, and waits for the person. */
  authenticating: z.boolean().default(false),
})

const portalSchema = z.object({
  id: z.string(),
  object: z.literal('billing_portal.session'),
  customer: z.string(),
  created: seconds,
  returnUrl: z.string(),
})

const eventSchema = z.object({
  id: z.string(),
  object: z.literal('event'),
  customer: z.string(),
  created: seconds,
  type: z.string(),
  data: z.record(z.string(), z.unknown()),
})

const storedSchema = z.discriminatedUnion('object', [
  customerSchema,
  subscriptionSchema,
  scheduleSchema,
  invoiceSchema,
  checkoutSchema,
  portalSchema,
  eventSchema,
])

export type Stored = z.infer<typeof storedSchema>
type Kind = Stored['object']
type Of<K extends Kind> = Extract<Stored, { object: K }>
export type Customer = Of<'customer'>
export type SandboxSubscription = Of<'subscription'>
export type Schedule = Of<'subscription_schedule'>
export type Invoice = Of<'invoice'>
export type Checkout = Of<'checkout.session'>

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

/** Runs work in the sandbox in a transaction, one at a time. */
export function inSandbox<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
  return db().$transaction(async (tx) => {
    await lockUntilCommit(tx, 'billing sandbox')
    return work(tx)
  })
}

/** Stores a new or changed object. */
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
