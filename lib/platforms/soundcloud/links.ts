import { accessKey } from '@/lib/sources/recognise/access-key'
import { onDomain, pathSegments } from '@/lib/sources/recognise/link-parts'
import { damagedLink, notOneRecording } from '@/lib/sources/recognise/link-problems'
import { listLink } from '@/lib/sources/recognise/list-link'
import { type LinkRules, type Recognised, type Rule, recording, shortLink } from '@/lib/sources/recognise/recognised'
import { SHORT_HOSTS } from './platform'

const PAGES = new Set(['soundcloud.com', 'www.soundcloud.com', 'm.soundcloud.com'])
const NAME = /^[\w-]{1,100}$/
/** Pages of SoundCloud itself, which stand where a user's name does. */
const OWN_PAGES = new Set(
  'charts discover feed jobs logout messages mobile notifications pages people popular search settings signin stations stream tags terms-of-use tracks upload you'.split(
    ' ',
  ),
)
/** Lists of a user, which stand where a track's name does. */
const LISTS_OF_USER = new Set([
  'albums',
  'comments',
  'followers',
  'following',
  'likes',
  'popular-tracks',
  'reposts',
  'sets',
  'spotlight',
  'toptracks',
  'tracks',
])

const secretIn = (text: string | null | undefined) => /^s-[\w-]{3,32}$/.exec(text ?? '')?.[0] ?? null

const otherPage = (found: string) => notOneRecording(found, 'Paste the link of one track.')

function track(path: string, secret: string | null): Recognised {
  const url = `https://soundcloud.com/${path}`
  return recording({
    platform: 'soundcloud',
    videoId: path,
    accessKey: accessKey(secret),
    url,
    openUrl: secret === null ? url : `${url}/${secret}`,
  })
}

/** The API's own links, which embed codes name: `/tracks/ID`, `/playlists/ID`. */
function inApi([kind = '', name = '']: readonly string[], { searchParams }: URL): Recognised {
  const id = /^(?:soundcloud:(?:tracks|playlists):)?(\d{1,20})$/.exec(name)?.[1]
  const secret = secretIn(searchParams.get('secret_token'))
  const query = secret === null ? '' : `?secret_token=${secret}`
  const url = `https://api.soundcloud.com/${kind}/${id}`
  if (id && kind === 'tracks') {
    return recording({ platform: 'soundcloud', videoId: id, accessKey: accessKey(secret), url, openUrl: url + query })
  }
  if (id && kind === 'playlists') return listLink({ platform: 'soundcloud', list: 'playlist', url: url + query })
  throw otherPage("a page of SoundCloud's API")
}

function setOf(user: string, name: string, secret: string | null): Recognised {
  const url = `https://soundcloud.com/${user}/sets/${name}${secret === null ? '' : `/${secret}`}`
  return listLink({ platform: 'soundcloud', list: 'playlist', url })
}

/** Links of SoundCloud: tracks, private ones with their secret, players, short links, playlists, users. */
const read: Rule = (url) => {
  const segments = pathSegments(url.pathname)
  if (onDomain(url, ...SHORT_HOSTS)) return shortLink('soundcloud', url)
  if (onDomain(url, 'api.soundcloud.com', 'api-v2.soundcloud.com')) return inApi(segments, url)
  // Feeds of podcasts and their files.
  if (!PAGES.has(url.hostname)) return { kind: 'link', url }
  const [user = '', name = '', third, fourth] = segments.map((segment) => segment.toLowerCase())
  if (user === '') throw damagedLink('This SoundCloud link is incomplete: it names no track. Copy the full link.')
  if (OWN_PAGES.has(user) || !NAME.test(user)) throw otherPage('another page of SoundCloud')
  // Secrets keep their case.
  if (name === 'sets' && third && NAME.test(third)) return setOf(user, third, secretIn(fourth && segments[3]))
  if (name === '' || LISTS_OF_USER.has(name)) {
    const listed = LISTS_OF_USER.has(name) && /^(?:albums|likes|reposts|sets)$/.test(name) ? name : 'tracks'
    return listLink({
      platform: 'soundcloud',
      list: 'profile',
      url: `https://soundcloud.com/${user}/${listed}`,
      isNewestFirst: true,
    })
  }
  if (!NAME.test(name)) throw otherPage('another page of SoundCloud')
  return track(`${user}/${name}`, secretIn(third && segments[2]) ?? secretIn(url.searchParams.get('secret_token')))
}

export const soundcloudLinks: LinkRules = {
  read,
  appLinks: [[/^soundcloud:\/\/(?:sounds|tracks):(\d+)/i, 'https://api.soundcloud.com/tracks/$1']],
  wrappers: [
    {
      domains: ['w.soundcloud.com', 'player.soundcloud.com', 'p.soundcloud.com'],
      path: /^\/player/,
      parameters: ['url'],
    },
    { domains: ['soundcloud.com'], path: /^\/oembed\/?$/, parameters: ['url'] },
  ],
}
