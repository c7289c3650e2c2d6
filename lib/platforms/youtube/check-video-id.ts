import { validateID } from 'ytdl-core/lib/url-utils.js'
import { Problem } from '@/lib/core/problem/problem'

/** Throws `source_not_found` for what can't be the id of a YouTube video: eleven characters of base64url. */
export function checkVideoId(videoId: string): void {
  if (videoId.length === 11 && validateID(videoId)) return
  throw new Problem('source_not_found', { detail: 'YouTube has no video at this link. Check the link.' })
}
