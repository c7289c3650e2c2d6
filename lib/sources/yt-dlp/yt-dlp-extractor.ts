import { readdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import type { MediaRef } from '@/lib/archive/media/media-ref'
import { workDir } from '@/lib/core/storage/work-dir'
import { sourceOf } from '@/lib/platforms/site-sources'
import { webList } from '@/lib/platforms/web/links'
import { noteRun } from '../answers/noted-answer'
import type { Extractor, SourceMedia } from '../extractors/extractor'
import { readAnswer } from '../extractors/read-answer'
import { notOneOfList } from '../recognise/list-link'
import { classifyFailure } from './failures/classify-failure'
import { toSourceMedia } from './output/to-source-media'
import type { TrackMark } from './output/track-mark'
import { parseVideoInfo } from './output/video-info'
import { runYtDlp } from './program/run-yt-dlp'

const TIMEOUT_MS = 9_000
/** The time limit for patient callers. */
const LONGEST_MS = 60_000
const MAX_BYTES = 48 * 1024 * 1024
const STDOUT_LIMIT_BYTES = 16 * 1024 * 1024

/** Without `--write-subs` it would not list the captions of TikTok and bilibili. */
const LOOK = [
  '--socket-timeout',
  '10',
  '--retries',
  '1',
  '--extractor-retries',
  '1',
  '-J',
  '--write-subs',
  '--write-auto-subs',
]

const MAX_PAGE_BYTES = 8 * 1024 * 1024

/** The marks in the pages that yt-dlp has kept in its working folder (`--write-pages`). */
async function parseTrackMarks(folder: string, read: (page: string) => TrackMark[]): Promise<TrackMark[]> {
  const marks: TrackMark[] = []
  for (const name of await readdir(folder)) {
    const file = path.join(folder, name)
    if (!name.endsWith('.dump') || (await stat(file)).size > MAX_PAGE_BYTES) continue
    marks.push(...read(await readFile(file, 'utf8')))
  }
  return marks
}

/** Asks yt-dlp what there is at a platform's link. `mayBeList`: the names of a list are enough to say that it is one. */
async function probe(ref: MediaRef, signal: AbortSignal, mayBeList = ref.platform === 'web'): Promise<SourceMedia> {
  const { platform } = ref
  const readMarks = sourceOf(platform)?.tracks?.readMarks
  const args = [...LOOK, ...(readMarks ? ['--write-pages'] : []), ...(mayBeList ? ['--flat-playlist'] : [])]
  const { info, marks } = await runYtDlp(
    ref,
    () => args,
    {
      kind: 'look',
      timeoutMs: LONGEST_MS,
      signal,
      maxBytes: MAX_BYTES,
      parent: workDir(),
      stdoutLimitBytes: STDOUT_LIMIT_BYTES,
    },
    async ({ run, refusals, folder }) => {
      noteRun(run)
      if (run.ended !== 'exited' || run.exitCode !== 0) throw classifyFailure(run, refusals, platform)
      return {
        marks: readMarks ? await parseTrackMarks(folder, readMarks) : [],
        info: readAnswer(() => parseVideoInfo(run.stdout.toString('utf8'))),
      }
    },
  )
  // At the platforms a post with several videos is one recording.
  if (mayBeList && info.list) {
    if (info.list.count !== 1) throw notOneOfList(webList(ref.url))
    return probe(ref, signal, false)
  }
  return readAnswer(() => toSourceMedia(info, platform, marks))
}

/** The way by yt-dlp, for every platform. */
export const ytDlpExtractor: Extractor = {
  name: 'yt-dlp',
  timeoutMs: TIMEOUT_MS,
  probe: (ref, signal) => probe(ref, signal),
}
