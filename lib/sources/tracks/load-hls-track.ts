import { readHlsText } from '@/lib/archive/texts/read-caption-text'
import { captionLimits } from '@/lib/archive/texts/text-limits'
import type { CaptionText } from '@/lib/captions/found-captions'
import { parseUrl } from '@/lib/core/http/parse-url'
import { Problem } from '@/lib/core/problem/problem'
import { startUpstreamDeadline } from '@/lib/net/network-problem'
import { fetchText, refusedCaptions } from './fetch-text'

const MAX_CHUNKS = 3000
const MAX_CHUNK_BYTES = 2 * 1024 * 1024
const TIMEOUT_MS = 30_000
const AT_ONCE = 6

type Request = { platform: string; headers?: Readonly<Record<string, string>> | undefined; signal: AbortSignal }

/** The URLs of a media playlist’s chunks (RFC 8216 §4.1). */
function chunkUrls(playlist: string, base: URL): string[] {
  const lines = playlist.split(/\r?\n/).filter((line) => line !== '' && !line.startsWith('#'))
  if (!playlist.startsWith('#EXTM3U')) throw refusedCaptions('a playlist of captions is none')
  if (lines.length > MAX_CHUNKS) throw new Problem('upstream_changed')
  return lines.flatMap((line) => parseUrl(line, base)?.href ?? [])
}

/**
 * The text of a caption track that is an HLS playlist of WebVTT chunks: at most 3,000 of them, together no larger than
 * a caption file may be, within 30 s. Throws what `fetchText` throws, also where they are larger, `upstream_blocked`
 * for what is no playlist, `upstream_changed` for too many chunks, and `upstream_timeout`.
 */
export async function loadHlsTrack(url: string, request: Request): Promise<CaptionText> {
  const deadline = startUpstreamDeadline(TIMEOUT_MS, request.signal)
  try {
    return await loadWithin(url, { ...request, signal: deadline.signal })
  } finally {
    deadline.stop()
  }
}

async function loadWithin(url: string, request: Request): Promise<CaptionText> {
  let leftBytes = captionLimits().maxBytes
  const fetchChunk = async (chunk: string) => {
    const fetched = await fetchText(chunk, request, Math.min(leftBytes, MAX_CHUNK_BYTES))
    leftBytes = Math.max(0, leftBytes - fetched.bytes.byteLength)
    return fetched
  }
  const playlist = await fetchChunk(url)
  const urls = chunkUrls(new TextDecoder().decode(playlist.bytes), playlist.url)
  if (urls.length === 0) return { segments: [], format: 'vtt', byteCount: playlist.bytes.byteLength, warnings: [] }
  const chunks: Uint8Array[] = []
  for (let start = 0; start < urls.length; start += AT_ONCE) {
    const some = await Promise.all(urls.slice(start, start + AT_ONCE).map(fetchChunk))
    chunks.push(...some.map(({ bytes }) => bytes))
  }
  return readHlsText(chunks, { signal: request.signal })
}
