import { CAPTION_EXAMPLES } from '@/lib/captions/formats/formats'
import { IMAGE_BRANDS, sniffContainer } from './sniff-container'

type Matches = (head: string) => boolean

/** A kind of file that holds no recording: what it is called, what to do instead, and how it is recognised. */
type Foreign = readonly [is: string, then: string, matches: Matches]

const UNPACK = 'Unpack it, then upload the recording.'
const SEND_RECORDING = 'Upload the recording instead.'
const SEND_CAPTIONS = `Upload the recording, or save its text as captions such as ${CAPTION_EXAMPLES}.`

const starts =
  (...signatures: string[]): Matches =>
  (head) =>
    signatures.some((signature) => head.startsWith(signature))

const at =
  (offset: number, ...signatures: string[]): Matches =>
  (head) =>
    signatures.some((signature) => head.startsWith(signature, offset))

const both =
  (...all: Matches[]): Matches =>
  (head) =>
    all.every((matches) => matches(head))

const zipWith = (...names: string[]): Matches =>
  both(starts('PK\x03\x04'), (head) => names.some((name) => head.includes(name)))

const isBoxedImage = at(4, ...IMAGE_BRANDS.map((brand) => `ftyp${brand}`))

/** By the first bytes as Latin-1. Of several kinds that match, the first is the one. */
const BINARY: readonly Foreign[] = [
  ['an Office document', SEND_CAPTIONS, starts('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', '{\\rtf')],
  ['an Office document', SEND_CAPTIONS, zipWith('[Content_Types].xml', 'mimetypeapplication/vnd.oasis')],
  ['an e-book', SEND_RECORDING, zipWith('mimetypeapplication/epub')],
  ['a ZIP archive', UNPACK, starts('PK\x03\x04', 'PK\x05\x06', 'PK\x07\x08')],
  ['a gzip archive', UNPACK, starts('\x1f\x8b')],
  ['a 7-Zip archive', UNPACK, starts('7z\xbc\xaf\x27\x1c')],
  ['a RAR archive', UNPACK, starts('Rar!\x1a\x07')],
  ['a tar archive', UNPACK, at(257, 'ustar')],
  ['a compressed archive', UNPACK, starts('BZh', '\xfd7zXZ\0', '\x28\xb5\x2f\xfd', 'MSCF\0', '!<arch>\n')],
  ['a PDF document', SEND_CAPTIONS, starts('%PDF-')],
  ['a PostScript document', SEND_CAPTIONS, starts('%!PS')],
  ['a program', SEND_RECORDING, starts('\x7fELF', '\0asm', 'dex\n', '\xca\xfe\xba\xbe')],
  ['a program', SEND_RECORDING, starts('\xfe\xed\xfa\xce', '\xfe\xed\xfa\xcf', '\xce\xfa\xed\xfe', '\xcf\xfa\xed\xfe')],
  ['a program', SEND_RECORDING, both(starts('MZ'), (head) => head.slice(0, 64).includes('\0'))],
  ['a script', SEND_RECORDING, starts('#!/', '#! /')],
  ['an image', SEND_RECORDING, starts('\x89PNG\r\n', '\xff\xd8\xff', 'GIF87a', 'GIF89a', 'II*\0', 'MM\0*', '8BPS\0')],
  ['an image', SEND_RECORDING, both(starts('BM'), at(6, '\0\0\0\0'))],
  ['an image', SEND_RECORDING, both(starts('RIFF'), at(8, 'WEBP'))],
  ['an image', SEND_RECORDING, isBoxedImage],
  ['a MIDI file, which has notes and no sound', SEND_RECORDING, starts('MThd\0')],
  ['a database', SEND_RECORDING, starts('SQLite format 3\0')],
]

const HTML = /^\s*(?:<\?xml[^>]*>\s*)?<(?:!doctype\s+html|html|head|body)\b/i
const PLAYLIST = /^\s*(?:#EXTM3U|\[playlist\]|ffconcat\b)/

/** By the first characters of a text. */
const TEXT: readonly Foreign[] = [
  ['a web page', 'Paste the link of the recording, or upload it.', (head) => HTML.test(head)],
  ['an image', SEND_RECORDING, (head) => /<svg[\s>]/i.test(head)],
  ['a playlist, which names recordings and holds none', 'Upload the recordings.', (head) => PLAYLIST.test(head)],
  ['a text without times', `Upload the recording, or captions such as ${CAPTION_EXAMPLES}.`, () => true],
]

/** Whether a character is one that no text has: of control, except white space (9 to 13) and escape (27). */
function isBinary(character: string): boolean {
  const code = character.charCodeAt(0)
  return code === 127 || (code < 32 && code !== 27 && (code < 9 || code > 13))
}

/** The first bytes as Latin-1 if they are text; UTF-16 without its zeros, so that its ASCII is readable. */
function textOf(head: string): string | null {
  const isUtf16 = head.startsWith('\xff\xfe') || head.startsWith('\xfe\xff')
  const text = isUtf16 ? head.slice(2).replaceAll('\0', '') : head.replace('\xef\xbb\xbf', '')
  return text === '' || (!isUtf16 && [...text].some(isBinary)) ? null : text
}

/** Names the kind of a file that is neither audio nor video, with the next step, by its first 600 bytes or so; null if unknown. */
export function describeForeign(head: Buffer): string | null {
  if (sniffContainer(head) !== null) return null
  const latin = head.toString('latin1')
  const text = textOf(latin)
  const kind =
    BINARY.find(([, , matches]) => matches(latin)) ??
    (text === null ? null : TEXT.find(([, , matches]) => matches(text)))
  return kind ? `This is ${kind[0]}. ${kind[1]}` : null
}
