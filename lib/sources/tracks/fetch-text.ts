import { captionLimits } from '@/lib/archive/texts/text-limits'
import { Problem } from '@/lib/core/problem/problem'
import { egressDispatcher } from '@/lib/net/egress-dispatcher'
import { type OpenedUrl, openUrl, readBody } from '@/lib/net/open-url'
import { responseProblem } from '@/lib/net/response-problem'
import { noteAnswer } from '../answers/noted-answer'

type FetchedText = { bytes: Uint8Array; url: URL }

type Request = { platform: string; headers?: Readonly<Record<string, string>> | undefined; signal: AbortSignal }

const TIMEOUT_MS = 10_000
/** The platform named this address a moment ago: it is no fact about the recording that it is refused now. */
const BLOCKS = new Set([401, 403, 407])

/** Captions that a platform has listed and does not give. */
export function refusedCaptions(cause: string): Problem {
  return new Problem('upstream_blocked', { cause, context: { reason: 'captions' } })
}

function refusal(status: number, headers: Headers): Problem | null {
  const problem = responseProblem(status, headers)
  if (!problem) return null
  if (BLOCKS.has(status)) return refusedCaptions(`HTTP status ${status} for a caption track`)
  return problem.code === 'source_not_found'
    ? new Problem('upstream_changed', { cause: 'a caption track is gone' })
    : problem
}

/**
 * Opens a caption track or a playlist of one, whose address a platform has just returned. Throws `upstream_blocked`
 * where it is refused, and what the network fails with.
 */
export async function openText(
  url: string,
  { platform, headers = {}, signal }: Request,
): Promise<OpenedUrl & { charset: string | undefined }> {
  const opened = await openUrl(url, {
    dispatcher: egressDispatcher(platform),
    headers,
    signal,
    totalTimeoutMs: TIMEOUT_MS,
    maxBytes: captionLimits().maxJson3Bytes,
  })
  const { url: at, status } = opened
  noteAnswer({ url: at.href, status, contentType: opened.headers.get('content-type'), body: new Uint8Array() })
  const problem = refusal(opened.status, opened.headers)
  if (problem) {
    opened.body.destroy()
    throw problem
  }
  const charset = /charset="?([\w.:-]{1,40})/i.exec(opened.headers.get('content-type') ?? '')?.[1]
  return { ...opened, charset }
}

/** Fetches such a text of at most `maxBytes`. Throws `file_too_large` for a longer one, and what `openText` throws. */
export async function fetchText(url: string, request: Request, maxBytes: number): Promise<FetchedText> {
  const opened = await openText(url, request)
  const bytes = await readBody(opened, maxBytes)
  noteAnswer({
    url: opened.url.href,
    status: opened.status,
    contentType: opened.headers.get('content-type'),
    body: bytes,
  })
  return { bytes, url: opened.url }
}
