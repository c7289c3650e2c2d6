import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { MediaRef } from '@/lib/archive/media/media-ref'
import { Problem } from '@/lib/core/problem/problem'
import { recall, remember } from './source-memory'

const LIFETIME_MS = 600_000

/** The problems that last for a while. Blocks and timeouts are momentary and never remembered. */
const refusalSchema = z.object({ code: z.enum(['source_not_found', 'source_private']), detail: z.string() })

/**
 * Keyed by the link that is opened: a recording has several links, and a refused wrong one says nothing about the
 * others.
 */
function keyOf({ platform, videoId, accessKey, openUrl, url }: MediaRef): string {
  const link = createHash('sha256')
    .update(openUrl ?? url)
    .digest('base64url')
  return `refusal:${platform}:${videoId}:${accessKey}:${link}`
}

/** Remembers for ten minutes that a recording is private or missing; other problems are not remembered. */
export async function rememberRefusal(ref: MediaRef, problem: Problem): Promise<void> {
  const refusal = refusalSchema.safeParse({ code: problem.code, detail: problem.message })
  if (refusal.success) await remember(keyOf(ref), refusal.data, LIFETIME_MS)
}

/** Throws the problem with which a recording was refused in the last ten minutes, if any. */
export async function checkRefusal(ref: MediaRef): Promise<void> {
  const refusal = await recall(keyOf(ref), refusalSchema)
  if (refusal) throw new Problem(refusal.code, { detail: refusal.detail })
}
