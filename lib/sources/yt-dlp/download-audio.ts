import { rename, stat } from 'node:fs/promises'
import path from 'node:path'
import type { MediaRef } from '@/lib/archive/media/media-ref'
import { env } from '@/lib/core/env'
import { Problem } from '@/lib/core/problem/problem'
import type { Platform } from '@/lib/platforms/platforms'
import { sourceOf } from '@/lib/platforms/site-sources'
import { noteRun } from '../answers/noted-answer'
import { classifyFailure } from './failures/classify-failure'
import { runYtDlp, type YtDlpRun } from './program/run-yt-dlp'

type Options = {
  signal: AbortSignal
  /** The largest file; `UPLOAD_MAX_BYTES` by default. */
  maxBytes?: number
  /** Called with the part that is done, 0 to 1, where the whole is known. */
  onProgress?: (part: number) => void
}

const TIMEOUT_MS = 3_600_000
/** The bound of pages and playlists beside the file itself. */
const OVERHEAD_BYTES = 32 * 1024 * 1024

const SMALLEST_SOUND = 'ba[abr<=130]/ba/b'

function downloadArguments(platform: Platform, maxBytes: number, folder: string): string[] {
  return [
    ...['--socket-timeout', '20', '--retries', '3', '--fragment-retries', '3', '--extractor-retries', '1'],
    ...['--format', sourceOf(platform)?.ytDlp.format ?? SMALLEST_SOUND, '--format-sort', 'res:480'],
    ...['--max-filesize', String(maxBytes), '--break-match-filters', '!is_live'],
    // No other program takes part: nothing but yt-dlp itself goes out, and it finds no ffmpeg to hand things to.
    ...['--downloader', 'native', '--fixup', 'never', '--ffmpeg-location', path.join(folder, 'home')],
    ...['--abort-on-unavailable-fragments', '--no-mtime', '--no-part'],
    ...['--newline', '--progress-template', 'download:progress %(progress._percent)s'],
    // The file's name is a template.
    ...['--output', path.join(folder, 'media').replaceAll('%', '%%')],
  ]
}

async function isThere(file: string): Promise<boolean> {
  const found = await stat(file).catch(() => null)
  return found !== null && found.size > 0
}

const MAX_LINE_CHARACTERS = 4_000

/**
 * Reads what yt-dlp prints while it downloads, as it comes: progress lines, and that the file is larger than allowed,
 * which it takes for a success.
 */
export function parseDownloadOutput(onProgress: (part: number) => void = () => undefined) {
  let rest = ''
  let tooLarge = false
  const readLine = (line: string) => {
    if (line.includes('larger than max-filesize')) tooLarge = true
    const percent = Number.parseFloat(/^progress +([\d.]{1,20})/.exec(line)?.[1] ?? '')
    if (Number.isFinite(percent)) onProgress(Math.min(percent / 100, 1))
  }
  return {
    read: (chunk: Buffer) => {
      const lines = (rest + chunk.toString('utf8')).split('\n')
      rest = (lines.pop() ?? '').slice(-MAX_LINE_CHARACTERS)
      for (const line of lines) readLine(line.trim())
    },
    isTooLarge: () => tooLarge,
  }
}

/**
 * Downloads a recording's sound (the smallest picture with it where there is none alone) with yt-dlp into a file, which
 * appears when it is whole; whatever else was written is gone on every outcome. Throws what the platform refuses with,
 * `source_live` for a stream that runs, and `file_too_large`.
 */
export function downloadAudio(ref: MediaRef, file: string, options: Options): Promise<void> {
  const maxBytes = options.maxBytes ?? env().UPLOAD_MAX_BYTES
  const output = parseDownloadOutput(options.onProgress)
  const move = async ({ run, refusals, folder }: YtDlpRun) => {
    const media = path.join(folder, 'media')
    noteRun(run)
    if (run.ended !== 'exited' || run.exitCode !== 0) throw classifyFailure(run, refusals, ref.platform)
    if (output.isTooLarge()) throw new Problem('file_too_large')
    if (!(await isThere(media))) throw new Problem('upstream_changed', { cause: 'yt-dlp ended without a file' })
    if ((await stat(media)).size > maxBytes) throw new Problem('file_too_large')
    await rename(media, file)
  }
  return runYtDlp(
    ref,
    (folder) => downloadArguments(ref.platform, maxBytes, folder),
    {
      kind: 'download',
      timeoutMs: TIMEOUT_MS,
      signal: options.signal,
      maxBytes: maxBytes + OVERHEAD_BYTES,
      parent: path.dirname(file),
      onStdout: output.read,
    },
    move,
  )
}
