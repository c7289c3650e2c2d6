import { parseUrl } from '@/lib/core/http/parse-url'

const TAIL = '/audio/transcriptions'

/**
 * The address of the transcription operation of an OpenAI-compatible server, from what its operator wrote: with or
 * without `/v1`, a slash at the end, or the whole path. Null when it isn't an http(s) address, or holds a user name.
 */
export function transcriptionAddress(apiUrl: string): URL | null {
  const url = parseUrl(apiUrl)
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) return null
  const base = url.pathname.replace(/(?<!\/)\/+$/, '')
  if (base.endsWith(TAIL)) url.pathname = base
  else url.pathname = `${base}${/\/v\d+$/.test(base) ? '' : '/v1'}${TAIL}`
  return url
}
