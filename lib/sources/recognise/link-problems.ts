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

export const NO_RECORDING = 'Verbatim found no supported recording on this page. Paste a link to the file itself.'

/** The video of YouTube that an address would name if its host were a front end of YouTube; null for any other address. */
function idAtFrontEnd({ pathname, searchParams }: URL): string | null {
  return pathname === '/watch' ? (/^[\w-]{11}$/.exec(searchParams.get('v') ?? '')?.[0] ?? null) : null
}

/** A page without anything that could be transcribed. */
export function noRecording(page?: URL): Problem {
  const id = page && idAtFrontEnd(page)
  if (!id) return notRead(NO_RECORDING)
  return notRead(
    `Verbatim found no supported recording on this page. If it shows a video of YouTube, paste this link: https://www.youtube.com/watch?v=${id}`,
  )
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
