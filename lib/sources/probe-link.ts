import { MAX_JSON3_BYTES } from '@/lib/captions/caption-bounds'
import { decodeCaptions } from '@/lib/captions/decode-captions'
import { type FoundCaptions, unlabelledCaptions } from '@/lib/captions/found-captions'
import { readCaptions } from '@/lib/captions/read-captions'
import { readCues } from '@/lib/captions/read-cues'
import { sniffCaptions } from '@/lib/captions/sniff-captions'
import { sniffContainer } from '@/lib/media/sniff-container'
import { openLink } from '@/lib/net/open-link'
import { Problem } from '@/lib/platform/problem'

const HEAD_BYTES = 16_384
export type LinkProbe =
  | { kind: 'media' }
  | { kind: 'captions'; captions: FoundCaptions }
  /** HTML or XML: it may lead to a recording. */
  | { kind: 'page' }

function contentType(headers: Headers): string {
  return headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? ''
}

function isMedia(type: string, head: Buffer): boolean {
  return sniffContainer(head) !== null || (/^(audio|video)\//.test(type) && !type.endsWith('mpegurl'))
}

function isPage(type: string, head: Buffer): boolean {
  return /[/+](?:html|xml|xhtml\+xml)$/.test(type) || decodeCaptions(head).trimStart().startsWith('<')
}

/** Reads on until `maxBytes` or the end. */
async function readUpTo(body: AsyncIterator<Uint8Array>, start: Buffer, maxBytes: number): Promise<Buffer> {
  const parts: Uint8Array[] = [start]
  let total = start.length
  while (total < maxBytes) {
    const { value, done } = await body.next()
    if (done) break
    parts.push(value)
    total += value.byteLength
  }
  return Buffer.concat(parts)
}

/**
 * Looks at what is behind a direct link, by its first bytes and only then by its label: media that can be transcribed, or
 * a caption file, which is read whole, or a page. Throws `unsupported_source` for anything else and what `openLink` throws.
 */
export async function probeLink(url: string, options: { signal: AbortSignal; timeoutMs: number }): Promise<LinkProbe> {
  const { body, headers } = await openLink(url, { signal: options.signal, totalTimeoutMs: options.timeoutMs })
  const type = contentType(headers)
  const bytes: AsyncIterator<Uint8Array> = body[Symbol.asyncIterator]()
  try {
    const head = await readUpTo(bytes, Buffer.alloc(0), HEAD_BYTES)
    if (isMedia(type, head)) return { kind: 'media' }
    if (sniffCaptions(decodeCaptions(head))) {
      const parsed = await readCaptions(await readUpTo(bytes, head, MAX_JSON3_BYTES))
      const segments = readCues(parsed?.cues ?? [])
      if (segments.length > 0) return { kind: 'captions', captions: unlabelledCaptions(segments) }
    }
    if (isPage(type, head)) return { kind: 'page' }
  } finally {
    body.destroy()
  }
  throw new Problem('unsupported_source', {
    detail:
      'There is neither audio, video nor captions at this link. Paste the link of a recording, or upload the file.',
    context: { content_type: type },
  })
}
