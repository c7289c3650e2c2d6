import { withoutSecrets } from '@/lib/core/secrets/without-secrets'

// The escape character begins the sequences that colour a terminal.
const COLOUR = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]{0,20}m`, 'g')
const EXTRACTOR = /^\[[\w:.+-]{1,60}\] /
const ID = /^[\w.:@~-]{1,120}: /
const REPORT = /[;,.]? please report this issue on /i
const HINT = /\. (?:Use --cookies|See {1,2}https:|Also see|Use --username)/

/**
 * The one line in which yt-dlp says why it failed, without its own ornaments and hints and without links and secrets. Null when it gave none.
 */
export function errorLine(stderr: string): string | null {
  const line = stderr
    .split('\n')
    .map((text) => text.replace(COLOUR, '').trim())
    .find((text) => text.startsWith('ERROR:'))
  if (line === undefined) return null
  const said = line.slice('ERROR:'.length).trim().replace(EXTRACTOR, '').replace(ID, '')
  const [reason = ''] = said.split(REPORT, 1)
  const [plain = ''] = reason.split(HINT, 1)
  return withoutSecrets(plain)
}

/** The last thing that yt-dlp said, where it gave no reason: the end of a crash. Without links and secrets. */
export function lastLine(stderr: string): string {
  const lines = stderr.split('\n').map((text) => text.replace(COLOUR, '').trim())
  return withoutSecrets(lines.findLast((text) => text !== '') ?? '')
}
