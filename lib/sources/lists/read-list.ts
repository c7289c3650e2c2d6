import { LRUCache } from 'lru-cache'
import { singleFlight } from '@/lib/core/concurrency/single-flight'
import { singleton } from '@/lib/core/concurrency/singleton'
import { raceDeadline, startDeadline } from '@/lib/core/concurrency/start-deadline'
import { Problem } from '@/lib/core/problem/problem'
import { workDir } from '@/lib/core/storage/work-dir'
import { sourceOf } from '@/lib/platforms/site-sources'
import { askedFor, withBreaker } from '../breaker'
import { checkSwitchedOn } from '../check-switched-on'
import { readAnswer } from '../extractors/read-answer'
import { nothingToImport } from '../recognise/link-problems'
import type { ListLink } from '../recognise/recognised'
import { classifyFailure } from '../yt-dlp/failures/classify-failure'
import { parseListInfo } from '../yt-dlp/output/list-info'
import { runYtDlp } from '../yt-dlp/program/run-yt-dlp'
import { MAX_LIST_ITEMS, type SourceList } from './source-list'

/** A page of YouTube's with a hundred videos is about 1 MB, unpacked. */
const MAX_BYTES = 256 * 1024 * 1024
const STDOUT_LIMIT_BYTES = 64 * 1024 * 1024

/** The names alone: no item of the list is opened, and no page is asked for beyond the last item. */
const argumentsFor = (upTo: number) => [
  ...['--socket-timeout', '10', '--retries', '2', '--extractor-retries', '1'],
  ...['-J', '--flat-playlist', '--playlist-items', `1:${upTo}`],
]

function parse(stdout: Buffer, list: ListLink, upTo: number): SourceList {
  return readAnswer(() => parseListInfo(stdout.toString('utf8'), list, upTo))
}

/**
 * Reads the first `upTo` items of a list by yt-dlp, and only the pages that hold them. Throws what the platform refuses
 * with, `unsupported_source` where yt-dlp has no way to the platform's lists, and `transcriber_unavailable` when there is
 * no yt-dlp.
 */
function fetchList(list: ListLink, upTo: number, signal: AbortSignal): Promise<SourceList> {
  const { platform, url } = list
  const extractors = sourceOf(platform)?.ytDlp.lists
  if (!extractors) throw new Problem('unsupported_source')
  return runYtDlp(
    { platform, url, openUrl: url },
    () => argumentsFor(upTo),
    {
      kind: 'list',
      timeoutMs: LONGEST_MS,
      signal,
      maxBytes: MAX_BYTES,
      parent: workDir(),
      stdoutLimitBytes: STDOUT_LIMIT_BYTES,
      extractors,
    },
    async ({ run, refusals }) => {
      if (run.ended !== 'exited' || run.exitCode !== 0) {
        const problem = classifyFailure(run, refusals, platform)
        throw platform === 'web' && problem.code === 'unsupported_source' ? nothingToImport() : problem
      }
      return parse(run.stdout, list, upTo)
    },
  )
}

/** How long a read list is remembered: a list is shown, chosen from and then imported. */
const KEPT_MS = 5 * 60_000
const MOST_KEPT_ITEMS = 50_000

/** The longest that a list is read, even while callers wait. */
const LONGEST_MS = 10 * 60_000

const kept = () =>
  singleton('source-lists', () => {
    return new LRUCache<string, { list: SourceList; upTo: number }>({
      maxSize: MOST_KEPT_ITEMS,
      sizeCalculation: ({ list }) => list.items.length + 1,
      ttl: KEPT_MS,
    })
  })

async function fetchOnce(list: ListLink, upTo: number): Promise<SourceList> {
  const deadline = startDeadline({ timeoutMs: LONGEST_MS })
  try {
    const asked = askedFor({ ...list, videoId: list.url })
    const found = await withBreaker(asked, () => fetchList(list, upTo, deadline.signal))
    kept().set(list.url, { list: found, upTo })
    return found
  } finally {
    deadline.stop()
  }
}

/**
 * Reads the first items of a list, as many as are wanted, at most 5,000. A result of the last five minutes is taken
 * from memory, and concurrent callers share one reading, which continues when one of them aborts. Throws what
 * `fetchList` throws, `unsupported_source` for a platform that is switched off, and the signal's reason on abort.
 */
export async function readList(list: ListLink, wanted: number, signal: AbortSignal): Promise<SourceList> {
  checkSwitchedOn(list.platform)
  const upTo = Math.min(Math.max(wanted, 1), MAX_LIST_ITEMS)
  const known = kept().get(list.url)
  if (known && (known.list.isWhole || known.upTo >= upTo)) return known.list
  const reading = singleFlight(`list ${upTo} ${list.url}`, () => fetchOnce(list, upTo))
  return raceDeadline({ signals: [signal] }, reading)
}
