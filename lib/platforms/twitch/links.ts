import { numericId, onDomain, pathSegments } from '@/lib/sources/recognise/link-parts'
import { damagedLink, notOneRecording } from '@/lib/sources/recognise/link-problems'
import { listLink } from '@/lib/sources/recognise/list-link'
import { type LinkRules, type Recognised, type Rule, recording } from '@/lib/sources/recognise/recognised'

/** The names before the domain under which recordings are; blogs and help pages are under others. */
const PAGES = new Set(['', 'www', 'm', 'go', 'clips', 'player'])
const NAME = /^\w{2,32}$/
const CLIP = /^[\w-]{3,120}$/
/** Pages of Twitch itself, which stand where a channel's name does. */
const OWN_PAGES = new Set(
  'bits bp broadcast clip collections creatorcamp directory dashboard downloads drops embed events friends inventory jobs login logout messages moderator p payments popout prime products search settings signup store subscriptions team teams turbo user videos wallet watchparty'.split(
    ' ',
  ),
)

const incomplete = () => damagedLink('This Twitch link is incomplete: it names no video. Copy the full link.')

function vod(id: string): Recognised {
  return recording({ platform: 'twitch', videoId: id, url: `https://www.twitch.tv/videos/${id}` })
}

function clip(slug: string | null | undefined): Recognised {
  if (!CLIP.test(slug ?? '')) throw incomplete()
  return recording({ platform: 'twitch', videoId: `${slug}`, url: `https://clips.twitch.tv/${slug}` })
}

function channel(name: string, part: 'videos' | 'clips'): Recognised {
  const url = `https://www.twitch.tv/${name.toLowerCase()}/${part}`
  return listLink({ platform: 'twitch', list: 'channel', url, isNewestFirst: true })
}

const vodNumber = (text: string | null | undefined) => numericId(text?.replace(/^v(?=\d)/, ''))

function vodIn([first = '', second = '', third]: readonly string[], { searchParams }: URL): string | null {
  if (first === 'videos') return vodNumber(second)
  if (second === 'v' || second === 'video') return vodNumber(third)
  return vodNumber(searchParams.get('video')) ?? vodNumber(searchParams.get('vodID'))
}

/** Links of Twitch: videos of past streams, clips, players, collections, channels. */
const read: Rule = (url) => {
  if (!PAGES.has(url.hostname.replace(/\.?twitch\.tv$/, ''))) return { kind: 'link', url }
  const segments = pathSegments(url.pathname)
  const [first = '', second = ''] = segments
  if (onDomain(url, 'clips.twitch.tv')) {
    return clip(first === 'embed' ? url.searchParams.get('clip') : segments.at(-1))
  }
  const id = vodIn(segments, url)
  if (id) return vod(id)
  if (first === 'clip' || second === 'clip') return clip(first === 'clip' ? second : segments[2])
  if (first === 'collections' && /^[\w-]{4,64}$/.test(second)) {
    return listLink({ platform: 'twitch', list: 'playlist', url: `https://www.twitch.tv/collections/${second}` })
  }
  const name = onDomain(url, 'player.twitch.tv') ? (url.searchParams.get('channel') ?? '') : first
  if (name === '' || name === 'videos') throw incomplete()
  if (OWN_PAGES.has(name) || !NAME.test(name)) throw notOneRecording('another page of Twitch')
  return channel(name, second === 'clips' || url.searchParams.get('filter') === 'clips' ? 'clips' : 'videos')
}

export const twitchLinks: LinkRules = { read }
