import { canonicalUrl } from '@/lib/net/canonical-url'
import { judgeUrl } from '@/lib/net/guard/judge-url'
import { idOfUrl } from '@/lib/sources/files/direct-link'
import { listLink } from '@/lib/sources/recognise/list-link'
import { type ListLink, recording } from '@/lib/sources/recognise/recognised'

/** The recording at any link. Whether there is one, yt-dlp finds out. Throws `invalid_url` and `blocked_url`. */
export function webRecording(link: URL): ReturnType<typeof recording> {
  const judged = judgeUrl(link)
  // Many sites that are one page name the recording in the fragment.
  const url = canonicalUrl(judged) + (judged.hash.includes('/') ? judged.hash : '')
  return recording({ platform: 'web', videoId: idOfUrl(url), url, openUrl: judged.href })
}

/** The list of recordings at any link. */
export function webList(url: string): ListLink {
  return listLink({ platform: 'web', list: 'playlist', url })
}
