import { Problem } from '@/lib/core/problem/problem'
import { listNames, SITES } from '@/lib/platforms/platforms'

/** The supported sites, named when another link is refused. */
const SUPPORTED = [
  `videos on ${listNames(SITES, 'and')}`,
  'podcast episodes and feeds',
  'direct audio, video and caption links',
  'uploaded files',
]

/** A link that is whole, but is not one recording: `found` says what it is, `paste` what to do instead. */
export function notOneRecording(
  found: string,
  paste = 'Paste the link of one video.',
  context: Record<string, unknown> = {},
): Problem {
  return new Problem('unsupported_source', {
    detail: `This is ${found}. ${paste}`,
    context: { field: 'url', supported: SUPPORTED, ...context },
  })
}

export function notRead(detail: string): Problem {
  return new Problem('unsupported_source', { detail, context: { field: 'url', supported: SUPPORTED } })
}

const NOTHING_FOUND = 'Verbatim found no supported recording on this page.'
export const NO_RECORDING = `${NOTHING_FOUND} Paste a link to the file itself.`

/** A page without anything that could be transcribed. `advice`: a better one than to paste a link to the file. */
export function noRecording(advice?: string): Problem {
  return notRead(advice === undefined ? NO_RECORDING : `${NOTHING_FOUND} ${advice}`)
}

/** A link without anything that could be imported. */
export function nothingToImport(): Problem {
  return notRead(
    "There is no podcast at this link. Paste the show's RSS feed, an Apple Podcasts link or an episode's page.",
  )
}

/** A page with more than one recording. `context.links` are theirs, the first ones of many. */
export function severalRecordings(links: readonly string[]): Problem {
  return notOneRecording('a page with several recordings', 'Paste the link of one of them.', { links })
}

/** A link that lacks the part that says which recording is meant. */
export function damagedLink(detail: string): Problem {
  return new Problem('invalid_url', { detail, context: { field: 'url' } })
}
