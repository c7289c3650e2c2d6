import { readCaptionStream } from '@/lib/archive/texts/read-caption-text'
import { decodeCaptions } from '@/lib/captions/decode'
import { detectCaptionFormat, FIRST_BYTES, headBytes } from '@/lib/captions/detect-format'
import { captionsOfFile, type FoundCaptions } from '@/lib/captions/found-captions'
import { Problem } from '@/lib/core/problem/problem'
import { mayCarryCaptions, sniffContainer } from '@/lib/media/sniff-container'
import { openLink, RefusedLink } from '@/lib/net/open-link'
import type { OpenedUrl } from '@/lib/net/open-url'
import { leadsToSite } from '../recognise/recognise-target'
import { isInStorage, notPublic } from '../recognise/shared-files'

type ProbeOptions = { signal: AbortSignal; timeoutMs: number; lang?: string }

/** HTML or XML, or a redirect to a known site: it may lead to a recording. `refusal`: it does not open for this program. */
export type PageLink = { kind: 'page'; refusal: RefusedLink | null }

export type LinkProbe =
  /** `mayCarryCaptions`: its container can hold text tracks. */
  { kind: 'media'; mayCarryCaptions: boolean } | { kind: 'captions'; captions: FoundCaptions } | PageLink

function contentType(headers: Headers): string {
  return headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? ''
}

function isMedia(type: string, head: Buffer): boolean {
  return sniffContainer(head) !== null || (/^(audio|video)\//.test(type) && !type.endsWith('mpegurl'))
}

function isPage(type: string, head: Buffer): boolean {
  return /[/+](?:html|xml|xhtml\+xml)$/.test(type) || decodeCaptions(head).trimStart().startsWith('<')
}

async function readHead(
  body: AsyncIterator<Uint8Array>,
  length: number,
  first: Uint8Array = Buffer.alloc(0),
): Promise<Buffer> {
  const parts: Uint8Array[] = [first]
  let total = first.byteLength
  while (total < length) {
    const { value, done } = await body.next()
    if (done) break
    parts.push(value)
    total += value.byteLength
  }
  return Buffer.concat(parts)
}

async function* fromHeadOn(head: Buffer, body: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield head
  for (let next = await body.next(); !next.done; next = await body.next()) yield next.value
}

/** The page that an address may be though it is refused. Throws any other problem, and for a shared file how to share it. */
function refusedPage(error: unknown): LinkProbe {
  if (!(error instanceof RefusedLink)) throw error
  if (!isInStorage(error.url) && error.mayBeReadOtherwise) return { kind: 'page', refusal: error }
  throw isInStorage(error.url) && error.code === 'source_login_required' ? notPublic() : error
}

/**
 * Looks at what is behind a direct link, by its first bytes and only then by its label: media that can be transcribed, or
 * a caption file, which is read whole, or a page. `lang`: the language expected, where one is. Throws `unsupported_source` for
 * anything else, `invalid_media` and `file_too_large` for captions that cannot be read or are larger than a recording can need, and
 * what `openLink` throws, except for a refusal that another program may not meet.
 */
export async function probeLink(url: string, options: ProbeOptions): Promise<LinkProbe> {
  const { signal, timeoutMs } = options
  try {
    return await probeOpened(await openLink(url, { signal, totalTimeoutMs: timeoutMs, stopAt: leadsToSite }), options)
  } catch (error) {
    return refusedPage(error)
  }
}

async function probeOpened({ body, headers, leadsTo }: OpenedUrl, { signal, lang }: ProbeOptions): Promise<LinkProbe> {
  const type = contentType(headers)
  const bytes: AsyncIterator<Uint8Array> = body[Symbol.asyncIterator]()
  try {
    if (leadsTo) return { kind: 'page', refusal: null }
    const first = await readHead(bytes, FIRST_BYTES)
    if (isMedia(type, first)) return { kind: 'media', mayCarryCaptions: mayCarryCaptions(first) }
    const head = await readHead(bytes, headBytes(first), first)
    if (detectCaptionFormat(decodeCaptions(head))) {
      const text = await readCaptionStream(fromHeadOn(head, bytes), { lang, signal })
      const captions = await captionsOfFile(text)
      if (captions) return { kind: 'captions', captions }
    }
    if (isPage(type, head)) return { kind: 'page', refusal: null }
  } finally {
    body.destroy()
  }
  throw new Problem('unsupported_source', {
    detail: 'This link has no audio, video or captions. Paste the link of a recording, or upload the file.',
    context: { content_type: type },
  })
}
