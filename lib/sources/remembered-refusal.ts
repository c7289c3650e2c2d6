import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { MediaRef } from '@/lib/archive/media-ref'
import { Problem } from '@/lib/platform/problem'
import { recall, remember } from './source-memory'

const LIFETIME_MS = 600_000

/** What stays as it is for a while. Blocks and time-outs are of the moment, and never remembered. */
const refusalSchema = z.object({ code: z.enum(['source_not_found', 'source_private']), detail: z.string() })

/** By the very link that is opened: one recording has several, and a wrong one that is refused says nothing of the others. */
function keyOf({ platform, videoId, accessKey, openUrl, url }: MediaRef): string {
  const link = createHash('sha256')
    .update(openUrl ?? url)
    .digest('base64url')
  return `refusal:${platform}:${videoId}:${accessKey}:${link}`
}

/** Remembers for ten minutes that a recording is private or not there; of any other problem nothing. */
export async function rememberRefusal(ref: MediaRef, problem: Problem): Promise<void> {
  const refusal = refusalSchema.safeParse({ code: problem.code, detail: problem.message })
  if (refusal.success) await remember(keyOf(ref), refusal.data, LIFETIME_MS)
}

/** Throws what a recording was refused with in the last ten minutes, if it was. */
export async function checkRefusal(ref: MediaRef): Promise<void> {
  const refusal = await recall(keyOf(ref), refusalSchema)
  if (refusal) throw new Problem(refusal.code, { detail: refusal.detail })
}
