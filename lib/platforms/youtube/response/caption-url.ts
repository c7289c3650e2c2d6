import { parseUrl } from '@/lib/core/http/parse-url'
import { isYoutubeHost } from '../requests/youtube-host'

/** Experiments under which a caption address answers 200 with nothing unless a token comes with it. */
const TOKEN_EXPERIMENTS = ['xpe', 'xpv']

/**
 * The address of a caption track as json3, of what YouTube names as its address; null where that is no https address of
 * YouTube's, or a machine translation (`tlang`). `xosf` goes: it spoils the text.
 */
export function captionUrl(baseUrl: string): string | null {
  const url = parseUrl(baseUrl, 'https://www.youtube.com')
  if (!url) return null
  const isPlain = url.protocol === 'https:' && url.port === '' && url.username === '' && url.password === ''
  if (!isPlain || !isYoutubeHost(url.hostname) || url.searchParams.has('tlang')) return null
  url.searchParams.set('fmt', 'json3')
  url.searchParams.delete('xosf')
  url.hash = ''
  return url.href
}

/** Whether a caption address loads empty without a token. */
export function needsToken(url: string): boolean {
  const experiments = new URL(url).searchParams.getAll('exp').flatMap((value) => value.split(','))
  return TOKEN_EXPERIMENTS.some((experiment) => experiments.includes(experiment))
}
