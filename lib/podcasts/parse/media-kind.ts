import { CAPTION_ENDINGS } from '@/lib/captions/formats/formats'

const AUDIO_EXTENSIONS = new Set('mp3 m4a m4b aac ogg oga opus flac wav wma aif aiff amr mka weba'.split(' '))
const VIDEO_EXTENSIONS = new Set('mp4 m4v mov webm mkv avi wmv mpg mpeg 3gp ogv'.split(' '))
const OTHER_EXTENSIONS: ReadonlySet<string> = new Set([
  ...'jpg jpeg png gif webp svg avif pdf epub txt doc docx zip torrent m3u m3u8 pls'.split(' '),
  ...CAPTION_ENDINGS.all,
])
/** Types that do not tell what a file is. */
const VAGUE = new Set(['', 'application/octet-stream', 'binary/octet-stream', 'application/binary'])
/** Audio and video under `application/`. */
const APPLICATION: Readonly<Record<string, 'audio' | 'video'>> = {
  'application/ogg': 'audio',
  'application/mp4': 'video',
}

/** The last path segment's extension, in lower case and without the dot; '' where there is none. */
export function fileExtension(url: string): string {
  const name = new URL(url).pathname.split('/').at(-1) ?? ''
  return /\.([a-z\d]{1,8})$/i.exec(name)?.[1]?.toLowerCase() ?? ''
}

/**
 * Whether an enclosure is audio or video: by its type, else by its name, else `hint`. Null for images, documents, torrents and
 * playlists.
 */
export function mediaKind(url: string, type: string | null, hint: 'audio' | 'video' | null): 'audio' | 'video' | null {
  const label = type ?? ''
  const [family] = label.split('/', 1)
  if ((family === 'audio' || family === 'video') && !label.endsWith('mpegurl')) return family
  const extension = fileExtension(url)
  if (AUDIO_EXTENSIONS.has(extension)) return 'audio'
  if (VIDEO_EXTENSIONS.has(extension)) return 'video'
  return APPLICATION[label] ?? (VAGUE.has(label) && !OTHER_EXTENSIONS.has(extension) ? hint : null)
}
