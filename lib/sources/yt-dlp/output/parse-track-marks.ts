import { readdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import type { TrackMark } from './track-mark'

const MAX_PAGE_BYTES = 8 * 1024 * 1024

/** The marks in the pages that yt-dlp has kept in its working folder (`--write-pages`). */
export async function parseTrackMarks(folder: string, read: (page: string) => TrackMark[]): Promise<TrackMark[]> {
  const marks: TrackMark[] = []
  for (const name of await readdir(folder)) {
    const file = path.join(folder, name)
    if (!name.endsWith('.dump') || (await stat(file)).size > MAX_PAGE_BYTES) continue
    marks.push(...read(await readFile(file, 'utf8')))
  }
  return marks
}
