import { parseUrl } from '@/lib/core/http/parse-url'
import { Problem } from '@/lib/core/problem/problem'
import { onDomain, pathSegments } from './link-parts'
import { notOneRecording, notRead } from './link-problems'

const ID = /^[\w-]{10,128}$/
const DRIVE = 'https://drive.usercontent.google.com/download'

function withQuery(url: URL, name: string, value: string): URL {
  const changed = new URL(url)
  changed.searchParams.set(name, value)
  return changed
}

const folder = () => notOneRecording('a folder', 'Paste the link of one file in it.')

function ofDropbox(url: URL): URL | null {
  if (!onDomain(url, 'dropbox.com')) return null
  const [kind = '', what = ''] = pathSegments(url.pathname)
  if (kind === 'sh' || (kind === 'scl' && what === 'fo')) throw folder()
  return kind === 's' || kind === 'scl' ? withQuery(url, 'dl', '1') : null
}

function ofGoogleDrive(url: URL): URL | null {
  if (!onDomain(url, 'drive.google.com', 'docs.google.com')) return null
  const path = pathSegments(url.pathname)
  if (path.includes('folders')) throw folder()
  const id = path.includes('file') ? path[path.indexOf('d') + 1] : url.searchParams.get('id')
  if (!ID.test(id ?? '')) return null
  const file = new URL(DRIVE)
  file.searchParams.set('id', `${id}`)
  const key = url.searchParams.get('resourcekey')
  if (key) file.searchParams.set('resourcekey', key)
  file.searchParams.set('export', 'download')
  // Without it, a large file is answered with a page that asks whether to continue without a scan for viruses.
  file.searchParams.set('confirm', 't')
  return file
}

/** @see https://learn.microsoft.com/en-us/onedrive/developer/rest-api/api/shares_get */
const contentOf = (sharingUrl: string) =>
  parseUrl(`https://api.onedrive.com/v1.0/shares/u!${Buffer.from(sharingUrl).toString('base64url')}/root/content`)

/** The file of a short link: `/v/s!SHARE`, `/v/c/OWNER/SHARE`. */
function ofShortOneDrive(url: URL): URL | null {
  const [kind = ''] = pathSegments(url.pathname)
  if (kind === 'f') throw folder()
  return kind === '' ? null : contentOf(url.href)
}

/** The short link that led to an address: kept in it as base64, or in other words in its path, `/:v:/g/personal/OWNER/SHARE`. */
function shortOneDrive({ pathname, searchParams }: URL): URL | null {
  const kept = parseUrl(Buffer.from(searchParams.get('redeem') ?? '', 'base64').toString('utf8'))
  if (kept && onDomain(kept, '1drv.ms')) return kept
  const [, kind, owner = '', share] =
    /^\/:([a-z]):\/\w\/personal\/(\w{1,32})\/([\w!-]{10,128})\/?$/.exec(pathname) ?? []
  if (!kind || !share) return null
  const place = share.startsWith('s!') ? share : `c/${owner.toLowerCase()}/${share}`
  return parseUrl(`https://1drv.ms/${kind}/${place}`)
}

/** OneDrive by the addresses of its pages: a shared item by its number and key, as in the links that its API documents. */
function ofLiveOneDrive(url: URL): URL | null {
  const short = shortOneDrive(url)
  if (short) return ofShortOneDrive(short)
  // The documented links have `authKey`, those of its pages `authkey`.
  const parameters = new Map([...url.searchParams].map(([name, value]) => [name.toLowerCase(), value]))
  if (parameters.get('ithint')?.startsWith('folder')) throw folder()
  const item = parameters.get('resid') ?? parameters.get('id')
  const key = parameters.get('authkey')
  if (item && key) return contentOf(`https://onedrive.live.com/redir?resid=${item}&authkey=${key}`)
  const how = 'In OneDrive, choose Share and Copy link, and paste that link, or download the file and upload it.'
  throw notRead(`This OneDrive link opens only for its owner. ${how}`)
}

/** OneDrive and SharePoint. */
function ofOneDrive(url: URL): URL | null {
  if (onDomain(url, '1drv.ms')) return ofShortOneDrive(url)
  if (onDomain(url, 'onedrive.live.com')) return ofLiveOneDrive(url)
  if (!onDomain(url, 'sharepoint.com')) return null
  const [kind = ''] = pathSegments(url.pathname)
  if (kind === ':f:') throw folder()
  return /^:[a-z]:$/.test(kind) ? withQuery(url, 'download', '1') : null
}

function ofBox(url: URL): URL | null {
  if (!onDomain(url, 'box.com')) return null
  const [kind, name = ''] = pathSegments(url.pathname)
  return kind === 's' && ID.test(name) ? parseUrl(`https://${url.hostname}/shared/static/${name}`) : null
}

/** Nextcloud and ownCloud, on any host: a share is 15 characters. */
function ofNextcloud(url: URL): URL | null {
  const [share] = /^\/(?:index\.php\/)?s\/[A-Za-z\d]{15}(?=\/?$)/.exec(url.pathname) ?? []
  return share ? parseUrl(`https://${url.hostname}${share}/download`) : null
}

/** Whether an address is that of a shared file: its path holds the secret that opens it. */
export function isSharedFile({ hostname, pathname }: URL): boolean {
  return (
    hostname === 'api.onedrive.com' ||
    (hostname.endsWith('.box.com') && pathname.startsWith('/shared/static/')) ||
    /^\/(?:index\.php\/)?s\/[A-Za-z\d]{15}\/download$/.test(pathname)
  )
}

/** Whether an address is that of a file in a storage that people share files from. */
export function isInStorage(url: URL): boolean {
  return isSharedFile(url) || onDomain(url, 'dropbox.com', 'drive.usercontent.google.com', 'sharepoint.com', 'box.com')
}

/** The problem of a file that its storage gives to those alone who sign in. */
export function notPublic(): Problem {
  return new Problem('source_login_required', {
    detail: 'This file is not public. Share it with everyone who has the link, or download it and upload the file.',
  })
}

/** Sites whose files only a browser opens, by how to get the file. */
const BROWSER_ONLY: readonly (readonly [readonly string[], string, string])[] = [
  [['icloud.com'], 'iCloud', 'Download the file'],
  [['wetransfer.com', 'we.tl'], 'WeTransfer', 'Download the file'],
  [['mega.nz', 'mega.io'], 'MEGA', 'Download the file'],
  [['teams.microsoft.com', 'teams.live.com'], 'Teams', 'Open the recording and choose Download'],
  [['meet.google.com'], 'Google Meet', 'Open the recording in Google Drive, and paste its link there, or download it'],
  [['zoom.us', 'zoom.com'], 'Zoom', 'Open the recording and choose Download'],
  [['riverside.fm', 'riverside.com'], 'Riverside', 'Export the recording'],
  [['descript.com'], 'Descript', 'Publish it with downloads allowed, or export it'],
]

/**
 * The file behind a link by which storage shares it; null for any other link. Throws `unsupported_source` for a folder, and for a site
 * whose files only a browser opens.
 */
export function sharedFile(url: URL): URL | null {
  const [, name, how] = BROWSER_ONLY.find(([domains]) => onDomain(url, ...domains)) ?? []
  if (name) throw notRead(`${name} opens its recordings in a browser only. ${how}, then upload the file.`)
  return ofDropbox(url) ?? ofGoogleDrive(url) ?? ofOneDrive(url) ?? ofBox(url) ?? ofNextcloud(url)
}

const SIGN_IN = [
  'accounts.google.com',
  'login.microsoftonline.com',
  'login.live.com',
  'account.box.com',
  'idmsa.apple.com',
]

/** Whether a redirect demands that its reader signs in: the file behind it is not public. */
export function isSignIn(url: URL): boolean {
  return (
    onDomain(url, ...SIGN_IN) ||
    (onDomain(url, 'dropbox.com') && /^\/(?:login|scl\/fi\/[^/]*\/login)/.test(url.pathname))
  )
}
