import type { z } from 'zod'
import { db } from '@/lib/platform/db'
import type { Prisma } from '@/lib/platform/generated/prisma/client'

/** Remembers something of a source, in place of what was remembered under the same key. */
export async function remember(key: string, value: Prisma.InputJsonValue, lifetimeMs: number): Promise<void> {
  const data = { value, expiresAt: new Date(Date.now() + lifetimeMs) }
  await db().sourceMemory.upsert({ where: { key }, create: { key, ...data }, update: data })
}

/** What is remembered under a key, if it is not too old and still of that shape; else null. */
export async function recall<T>(key: string, schema: z.ZodType<T>): Promise<T | null> {
  const row = await db().sourceMemory.findFirst({ where: { key, expiresAt: { gt: new Date() } } })
  return row ? (schema.safeParse(row.value).data ?? null) : null
}
