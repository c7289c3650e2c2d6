/** Brands of images in MP4's container (ISO/IEC 23008-12, AVIF). */
export const IMAGE_BRANDS = ['avif', 'avis', 'heic', 'heix', 'heim', 'heis', 'hevc', 'mif1', 'msf1']
const QUICKTIME_BOXES = ['ftyp', 'moov', 'mdat', 'wide', 'free', 'skip', 'pnot']

type Signature = {
  container: string
  /** The media type that players know the container by. */
  mediaType: string | ((head: Buffer) => string)
  matches: (head: Buffer) => boolean
}

const at = (offset: number, text: string) => (head: Buffer) =>
  head.toString('latin1', offset, offset + text.length) === text

function isQuicktime(head: Buffer): boolean {
  const box = head.toString('latin1', 4, 8)
  if (box === 'ftyp') return !IMAGE_BRANDS.includes(head.toString('latin1', 8, 12))
  return QUICKTIME_BOXES.includes(box)
}

/** Three packets' sync bytes; 192 is the packet length of Blu-ray and camcorder files, after 4 bytes of time. */
function isTransportStream(head: Buffer): boolean {
  const synced = (from: number, step: number) => [0, 1, 2].every((packet) => head[from + packet * step] === 0x47)
  return synced(0, 188) || synced(4, 192)
}

/** 11 set bits, then layer II or III (ISO/IEC 11172-3, 2.4.2.3) or ADTS, which has layer 0 and 12 set bits. */
function isMpegAudio(head: Buffer): boolean {
  const [first = 0, second = 0] = head
  const layer = second & 0x06
  return first === 0xff && ((second & 0xf6) === 0xf0 || ((second & 0xe0) === 0xe0 && (layer === 2 || layer === 4)))
}

const SIGNATURES: readonly Signature[] = [
  {
    container: 'mp4',
    mediaType: (head) => (/^M4[AB]/.test(head.toString('latin1', 8, 11)) ? 'audio/mp4' : 'video/mp4'),
    matches: isQuicktime,
  },
  {
    container: 'matroska',
    mediaType: (head) => (head.includes('webm') ? 'video/webm' : 'video/x-matroska'),
    matches: at(0, '\x1a\x45\xdf\xa3'),
  },
  {
    container: 'wav',
    mediaType: 'audio/wav',
    matches: (head) => (at(0, 'RIFF')(head) || at(0, 'RF64')(head)) && at(8, 'WAVE')(head),
  },
  { container: 'avi', mediaType: 'video/x-msvideo', matches: (head) => at(0, 'RIFF')(head) && at(8, 'AVI')(head) },
  { container: 'w64', mediaType: 'audio/x-w64', matches: at(0, 'riff\x2e\x91\xcf\x11') },
  { container: 'mp3', mediaType: 'audio/mpeg', matches: at(0, 'ID3') },
  {
    container: 'ogg',
    mediaType: (head) => (head.includes('\x80theora', 0, 'latin1') ? 'video/ogg' : 'audio/ogg'),
    matches: at(0, 'OggS'),
  },
  { container: 'flac', mediaType: 'audio/flac', matches: at(0, 'fLaC') },
  { container: 'wv', mediaType: 'audio/x-wavpack', matches: at(0, 'wvpk') },
  { container: 'aiff', mediaType: 'audio/aiff', matches: (head) => at(0, 'FORM')(head) && at(8, 'AIF')(head) },
  { container: 'caf', mediaType: 'audio/x-caf', matches: at(0, 'caff') },
  { container: 'au', mediaType: 'audio/basic', matches: at(0, '.snd') },
  { container: 'amr', mediaType: 'audio/amr', matches: at(0, '#!AMR') },
  { container: 'asf', mediaType: 'video/x-ms-asf', matches: at(0, '\x30\x26\xb2\x75\x8e\x66\xcf\x11') },
  { container: 'flv', mediaType: 'video/x-flv', matches: at(0, 'FLV') },
  { container: 'mpeg', mediaType: 'video/mpeg', matches: at(0, '\x00\x00\x01\xba') },
  { container: 'ac3', mediaType: 'audio/ac3', matches: at(0, '\x0b\x77') },
  { container: 'mpegts', mediaType: 'video/mp2t', matches: isTransportStream },
  {
    container: 'mpeg-audio',
    mediaType: (head) => (((head[1] ?? 0) & 0x06) === 0 ? 'audio/aac' : 'audio/mpeg'),
    matches: isMpegAudio,
  },
]

const WITH_TEXT_TRACKS = new Set(['mp4', 'matroska'])

/** Whether a file's first bytes announce a container that can hold text tracks, as ffmpeg reads them. */
export function mayCarryCaptions(head: Buffer): boolean {
  return WITH_TEXT_TRACKS.has(sniffContainer(head) ?? '')
}

/**
 * The container a file's first bytes (some 600 suffice) announce, or null when they are no audio's or video's. Says what
 * a file set out to be, whatever its name says and whether or not the rest of it is whole.
 */
export function sniffContainer(head: Buffer): string | null {
  return SIGNATURES.find((signature) => signature.matches(head))?.container ?? null
}

/** The media type of the container that a file's first bytes announce; null when they are no audio's or video's. */
export function sniffMediaType(head: Buffer): string | null {
  const mediaType = SIGNATURES.find((signature) => signature.matches(head))?.mediaType
  return typeof mediaType === 'function' ? mediaType(head) : (mediaType ?? null)
}
