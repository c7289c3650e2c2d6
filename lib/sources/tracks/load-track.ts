import { type CaptionText, segmentCount } from '@/lib/captions/found-captions'
import type { Platform } from '@/lib/captions/transcript'
import { Problem } from '@/lib/platform/problem/problem'
import { readCaptionStream } from '@/lib/texts/read-caption-text'
import { noteWhileReading } from '../answers/noted-answer'
import type { CaptionTrack } from '../extractors/extractor'
import { openText } from './fetch-text'
import { loadHlsTrack } from './load-hls-track'

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text)
}

async function loadText({ body }: CaptionTrack, platform: Platform, signal: AbortSignal): Promise<CaptionText> {
  if (body.kind === 'text') return readCaptionStream(bytesOf(body.text), { charset: 'utf-8', signal })
  const request = { platform, headers: body.headers, signal }
  if (body.kind === 'hls') return loadHlsTrack(body.url, request)
  const opened = await openText(body.url, request)
  try {
    const { url, status, headers } = opened
    const answer = { url: url.href, status, contentType: headers.get('content-type') }
    return await readCaptionStream(noteWhileReading(answer, opened.body), { charset: opened.charset, signal })
  } finally {
    opened.body.destroy()
  }
}

/**
 * Loads the text of a track that a platform has just listed, through the platform’s egress. An empty track is a failure
 * (`upstream_blocked`): some platforms hide a refusal that way. Throws too what fetching throws.
 */
export async function loadTrack(track: CaptionTrack, platform: Platform, signal: AbortSignal): Promise<CaptionText> {
  const text = await loadText(track, platform, signal)
  if (segmentCount(text.segments) === 0) throw new Problem('upstream_blocked', { cause: 'a caption track came empty' })
  return text
}
