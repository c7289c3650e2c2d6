import { env } from '@/lib/core/env'
import { Problem } from '@/lib/core/problem/problem'
import { SITES } from '@/lib/platforms/platforms'
import { webRecording } from '@/lib/platforms/web/links'
import { findYtDlp } from '../yt-dlp/program/find-yt-dlp'
import { endsAsFile } from './find-link'
import { onDomain } from './link-parts'
import type { Recognised } from './recognised'
import { isInStorage } from './shared-files'

type Recording = Extract<Recognised, { kind: 'recording' }>

/**
 * The recording that yt-dlp may find at a page which is refused or names none; null where other sites are not read, and for files and the
 * platforms, which are asked in their ways.
 */
export async function leftToYtDlp(page: URL): Promise<Recording | null> {
  if (!env().anySite || endsAsFile(page.pathname) || isInStorage(page)) return null
  if (onDomain(page, ...SITES.flatMap(({ hosts }) => hosts))) return null
  return (await findYtDlp()) ? webRecording(page) : null
}

/**
 * Runs what asks yt-dlp for the recording of a page. Throws what `ask` throws; where yt-dlp does not know the site, the problem of the
 * page, if it has one, which says more.
 */
export async function orPageProblem<T>(pageProblem: Problem | null, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    const isUnknown = error instanceof Problem && error.code === 'unsupported_source' && !error.context.importable
    throw (isUnknown && pageProblem) || error
  }
}
