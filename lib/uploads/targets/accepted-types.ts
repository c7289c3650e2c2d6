const BY_EXTENSION: Readonly<Record<string, string>> = {
  aac: 'audio/aac',
  aif: 'audio/aiff',
  aiff: 'audio/aiff',
  amr: 'audio/amr',
  ass: 'text/x-ssa',
  avi: 'video/x-msvideo',
  dfxp: 'application/ttml+xml',
  flac: 'audio/flac',
  json: 'application/json',
  lrc: 'application/x-lrc',
  m4a: 'audio/mp4',
  m4b: 'audio/mp4',
  m4v: 'video/mp4',
  mka: 'audio/x-matroska',
  mkv: 'video/x-matroska',
  mov: 'video/quicktime',
  mp3: 'audio/mpeg',
  mp4: 'video/mp4',
  mpeg: 'video/mpeg',
  mpga: 'audio/mpeg',
  oga: 'audio/ogg',
  ogg: 'audio/ogg',
  ogv: 'video/ogg',
  opus: 'audio/ogg',
  srt: 'application/x-subrip',
  ssa: 'text/x-ssa',
  ts: 'video/mp2t',
  ttml: 'application/ttml+xml',
  vtt: 'text/vtt',
  wav: 'audio/wav',
  webm: 'video/webm',
  wma: 'audio/x-ms-wma',
  wmv: 'video/x-ms-wmv',
  xml: 'application/xml',
}

const CAPTION_TYPES = new Set([
  'application/json',
  'application/srt',
  'application/ttml+xml',
  'application/x-lrc',
  'application/x-subrip',
  'application/xml',
  'text/srt',
  'text/vtt',
  'text/x-srt',
  'text/x-ssa',
  'text/xml',
])
/** Types that systems give to unknown files: the file name decides then. */
const UNKNOWN_TYPES = new Set(['', 'application/octet-stream', 'binary/octet-stream', 'text/plain', 'application/ogg'])

/** The media type to keep for a file said to be `contentType`, or null for what is no audio, video or captions. */
export function acceptedType(filename: string, contentType: string): string | null {
  const type = contentType.split(';')[0]?.trim().toLowerCase() ?? ''
  if (/^(audio|video)\/[\w.+-]{1,60}$/.test(type) || CAPTION_TYPES.has(type)) return type
  const extension = filename.split('.').at(-1)?.toLowerCase() ?? ''
  return UNKNOWN_TYPES.has(type) && Object.hasOwn(BY_EXTENSION, extension) ? (BY_EXTENSION[extension] ?? null) : null
}
