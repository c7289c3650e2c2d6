import { createHash } from 'node:crypto'
import { z } from 'zod'
import { db } from '@/lib/core/db/db'
import { Problem } from '@/lib/core/problem/problem'
import { recognise } from '../recognise'
import type { Recognised } from '../recognised'

const REMEMBERED_MS = 30 * 24 * 3600 * 1000

const valueSchema = z.object({ url: z.url() })

/** By the whole link: what a site makes of a parameter is its own affair. */
function keyOf(link: string): string {
  const url = new URL(link)
  url.hash = ''
  return `short:${createHash('sha256').update(url.href).digest('hex')}`
}

/** The link to remember for what was found, or null for what must not be: secrets, and links that may expire. */
function memorable(found: Recognised): string | null {
  if (found.kind === 'podcast' || found.kind === 'list') return found.url
  return found.kind === 'recording' && found.ref.accessKey === '' ? found.ref.openUrl : null
}

/** What a short link is remembered to lead to, or null. */
export async function recallShortLink(link: string): Promise<Recognised | null> {
  const row = await db().sourceMemory.findFirst({ where: { key: keyOf(link), expiresAt: { gt: new Date() } } })
  const value = valueSchema.safeParse(row?.value)
  if (!value.success) return null
  try {
    return recognise(new URL(value.data.url))
  } catch (error) {
    // Remembered by rules that have changed since.
    if (error instanceof Problem) return null
    throw error
  }
}

/** Remembers for 30 days what a short link leads to. */
export async function rememberShortLink(link: string, found: Recognised): Promise<void> {
  const url = memorable(found)
  if (url === null) return
  const fields = { value: { url }, expiresAt: new Date(Date.now() + REMEMBERED_MS) }
  await db().sourceMemory.upsert({
    where: { key: keyOf(link) },
    create: { key: keyOf(link), ...fields },
    update: fields,
  })
}
