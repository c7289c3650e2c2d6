import { readCaptionStream } from '@/lib/archive/texts/read-caption-text'
import { type CaptionText, segmentCount } from '@/lib/captions/found-captions'
import { Problem } from '@/lib/core/problem/problem'
import type { Platform } from '@/lib/platforms/platforms'
import { noteWhileReading } from '../answers/noted-answer'
import type { CaptionTrack } from '../extractors/extractor'
import { openText, refusedCaptions } from './fetch-text'
import { loadHlsTrack } from './load-hls-track'

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text)
}

async function loadText({ body, lang }: CaptionTrack, platform: Platform, signal: AbortSignal): Promise<CaptionText> {
  if (body.kind === 'text') return readCaptionStream(bytesOf(body.text), { charset: 'utf-8', signal })
  const request = { platform, headers: body.headers, signal }
  if (body.kind === 'hls') return loadHlsTrack(body.url, request)
  const opened = await openText(body.url, request)
  try {
    const { url, status, headers } = opened
    const answer = { url: url.href, status, contentType: headers.get('content-type') }
    const { charset } = opened
    return await readCaptionStream(noteWhileReading(answer, opened.body), { charset, lang, signal })
  } finally {
    opened.body.destroy()
  }
}

/**
 * Loads the text of a track that a platform has just listed, through the platform’s egress; it has no segments where the track is
 * empty. Some platforms hide a refusal in an answer of no bytes or in a page: throws `upstream_blocked` for these, `upstream_changed`
 * where none of its captions can be read, and what fetching throws.
 */
export async function loadTrack(track: CaptionTrack, platform: Platform, signal: AbortSignal): Promise<CaptionText> {
  const text = await loadText(track, platform, signal)
  if (text.byteCount === 0) throw refusedCaptions('a caption track came without a byte')
  if (text.format === null) throw refusedCaptions('a caption track came as something else')
  const isDamaged = text.warnings.some(({ code }) => code === 'captions_damaged')
  if (isDamaged && segmentCount(text.segments) === 0) {
    throw new Problem('upstream_changed', { cause: 'nothing of a caption track could be read' })
  }
  return text
}
