import type { z } from 'zod'
import { db } from '@/lib/core/db/db'
import { purgeRows } from '@/lib/core/db/purge-rows'
import type { Prisma } from '@/lib/core/generated/prisma/client'

/** Stores a value under a key of the source memory, replacing an earlier one. */
export async function remember(key: string, value: Prisma.InputJsonValue, lifetimeMs: number): Promise<void> {
  const data = { value, expiresAt: new Date(Date.now() + lifetimeMs) }
  await db().sourceMemory.upsert({ where: { key }, create: { key, ...data }, update: data })
}

/** Stores values under their keys, replacing earlier ones. Of two calls for a key at the same time either value stays. */
export async function rememberAll(
  values: ReadonlyMap<string, Prisma.InputJsonValue>,
  lifetimeMs: number,
): Promise<void> {
  const expiresAt = new Date(Date.now() + lifetimeMs)
  const data = [...values].map(([key, value]) => ({ key, value, expiresAt }))
  await db().sourceMemory.deleteMany({ where: { key: { in: [...values.keys()] } } })
  await db().sourceMemory.createMany({ data, skipDuplicates: true })
}

/** The value of a key, if it has not expired and still has that shape; else null. */
export async function recall<T>(key: string, schema: z.ZodType<T>): Promise<T | null> {
  const row = await db().sourceMemory.findFirst({ where: { key, expiresAt: { gt: new Date() } } })
  return row ? (schema.safeParse(row.value).data ?? null) : null
}

/** Deletes expired entries. Returns how many there were. */
export function purgeExpiredMemory(): Promise<number> {
  return purgeRows('source_memory', 'expires_at < now()')
}
