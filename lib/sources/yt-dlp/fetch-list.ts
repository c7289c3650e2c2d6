import { Problem } from '@/lib/core/problem/problem'
import { workDir } from '@/lib/core/storage/work-dir'
import { sourceOf } from '@/lib/platforms/site-sources'
import { readAnswer } from '../extractors/read-answer'
import type { SourceList } from '../lists/source-list'
import { nothingToImport } from '../recognise/link-problems'
import type { ListLink } from '../recognise/recognised'
import { classifyFailure } from './failures/classify-failure'
import { parseListInfo } from './output/list-info'
import { runYtDlp } from './program/run-yt-dlp'

/** After this time it is ended, even if somebody waits. */
const LONGEST_MS = 10 * 60_000
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
export function fetchList(list: ListLink, upTo: number, signal: AbortSignal): Promise<SourceList> {
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
