import type { z } from 'zod'
import { Problem } from '@/lib/core/problem/problem'
import { egressDispatcher } from '@/lib/net/egress-dispatcher'
import { openUrl, readBody } from '@/lib/net/open-url'
import { responseProblem } from '@/lib/net/response-problem'
import { isHostOf, type Platform } from '@/lib/platforms/platforms'
import { noteAnswer } from '../answers/noted-answer'

const MAX_BYTES = 4 * 1024 * 1024
const TIMEOUT_MS = 10_000
/** Embeds are public: a client that is refused is taken for a robot. 412 is how Bilibili says so. */
const BLOCKS = new Set([401, 402, 403, 407, 412, 429])

/** The headers of a browser: some platforms send an empty page to anything else. */
const BROWSER = {
  'user-agent':
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  'accept-language': 'en-US,en;q=0.9',
}

type Request = {
  platform: Platform
  /** The hosts that may be asked, each with all below it. */
  hosts: readonly string[]
  signal: AbortSignal
  headers?: Readonly<Record<string, string>>
}

function statusProblem(status: number, headers: Headers): Problem | null {
  if (BLOCKS.has(status)) return new Problem('upstream_blocked', { context: { upstream_status: status } })
  return responseProblem(status, headers)
}

/**
 * Fetches what a platform gives to any site that embeds its recordings, at most 4 MiB, from the platform's own hosts. Throws
 * `source_not_found` for 404, `upstream_blocked` for a refusal, `upstream_timeout`, and `upstream_changed` for anything
 * else, an address on another host included.
 */
export async function fetchEmbed(url: string, { platform, hosts, signal, headers }: Request): Promise<string> {
  if (!isHostOf(new URL(url).hostname, hosts)) throw new Problem('upstream_changed', { cause: 'another host' })
  const opened = await openUrl(url, {
    dispatcher: egressDispatcher(platform),
    headers: { ...BROWSER, ...headers },
    signal,
    totalTimeoutMs: TIMEOUT_MS,
    maxBytes: MAX_BYTES,
  })
  const problem = statusProblem(opened.status, opened.headers)
  if (problem) {
    opened.body.destroy()
    throw problem
  }
  const body = await readBody(opened, MAX_BYTES)
  const contentType = opened.headers.get('content-type')
  noteAnswer({ url: opened.url.href, status: opened.status, contentType, body })
  return new TextDecoder().decode(body)
}

/** Parses the JSON of an embed. Throws `upstream_changed` for anything that `schema` does not describe. */
export function parseEmbed<T>(schema: z.ZodType<T>, json: string): T {
  try {
    return schema.parse(JSON.parse(json))
  } catch (cause) {
    throw new Problem('upstream_changed', { cause })
  }
}

/** The text of a page's script after the first match of `start`; null without one. */
export function scriptText(html: string, start: RegExp): string | null {
  const found = start.exec(html)
  if (!found) return null
  const from = found.index + found[0].length
  const end = html.indexOf('</script>', from)
  return end < 0 ? null : html.slice(from, end)
}
