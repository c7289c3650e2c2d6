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

/** A page without anything that could be transcribed. */
export function noRecording(): Problem {
  return notRead('Verbatim found no supported recording on this page. Paste a link to the file itself.')
}

/** A page with more than one recording. `context.links` are theirs, the first ones of many. */
export function severalRecordings(links: readonly string[]): Problem {
  return notOneRecording('a page with several recordings', 'Paste the link of one of them.', { links })
}

/** A link that lacks the part that says which recording is meant. */
export function damagedLink(detail: string): Problem {
  return new Problem('invalid_url', { detail, context: { field: 'url' } })
}
