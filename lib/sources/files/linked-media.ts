import { type FileHandle, mkdir, open, rm } from 'node:fs/promises'
import path from 'node:path'
import { withFairSlot } from '@/lib/core/concurrency/with-fair-slot'
import { newId } from '@/lib/core/ids'
import { Problem } from '@/lib/core/problem/problem'
import { diskProblem } from '@/lib/core/storage/disk-space'
import { workDir } from '@/lib/core/storage/work-dir'
import { type MediaProbe, probeMedia } from '@/lib/media/probe-media'
import { openLink } from '@/lib/net/open-link'

/** An index at the start of a container is within these bytes. */
const START_BYTES = 2 * 1024 ** 2
/** A larger file is inspected by its job, which has the time to download it. */
const MAX_BYTES = 128 * 1024 ** 2
/** Together with the size limit, how much disk inspections may take. */
const PROBE_SLOTS = { name: 'look-at-linked-media', slots: 4 }

/** A linked media file as far as it was downloaded: `isWhole`, or only its start when that was enough. */
export type LinkedMedia = { file: string; probe: MediaProbe; isWhole: boolean }

/** Appends what comes until the file has `maxBytes`; returns whether that was all of it. */
async function append(bytes: AsyncIterator<Uint8Array>, handle: FileHandle, maxBytes: number): Promise<boolean> {
  let size = (await handle.stat()).size
  while (size < maxBytes) {
    const { value, done } = await bytes.next()
    if (done) return true
    await handle.appendFile(value)
    size += value.byteLength
  }
  return false
}

/** The probe of the start of a file; null where the index is not in it. */
async function probeStart(file: string, signal: AbortSignal): Promise<MediaProbe | null> {
  try {
    return await probeMedia(file, { signal })
  } catch (error) {
    if (error instanceof Problem && error.code === 'invalid_media') return null
    throw error
  }
}

async function fetchMedia(
  url: string,
  file: string,
  { signal, timeoutMs }: { signal: AbortSignal; timeoutMs: number },
  isEnough: (probe: MediaProbe) => boolean,
): Promise<LinkedMedia | null> {
  const { body } = await openLink(url, { signal, totalTimeoutMs: timeoutMs })
  const handle = await open(file, 'a', 0o600)
  try {
    const bytes: AsyncIterator<Uint8Array> = body[Symbol.asyncIterator]()
    let isWhole = await append(bytes, handle, START_BYTES)
    const start = isWhole ? null : await probeStart(file, signal)
    if (start && isEnough(start)) return { file, probe: start, isWhole }
    isWhole ||= await append(bytes, handle, MAX_BYTES)
    return isWhole ? { file, probe: await probeMedia(file, { signal }), isWhole } : null
  } catch (error) {
    throw diskProblem(error)
  } finally {
    body.destroy()
    await handle.close()
  }
}

/**
 * Downloads a linked media file for the duration of `use`: only its start where `isEnough` accepts that, else all of
 * it. Null where it is too large to inspect. Throws what `openLink` and `probeMedia` throw.
 */
export async function withLinkedMedia<T>(
  url: string,
  limits: { signal: AbortSignal; timeoutMs: number },
  isEnough: (probe: MediaProbe) => boolean,
  use: (media: LinkedMedia) => Promise<T>,
): Promise<T | null> {
  const folder = path.join(workDir(), `look-${newId()}`)
  return withFairSlot(PROBE_SLOTS, url, limits.signal, async () => {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    try {
      const media = await fetchMedia(url, path.join(folder, 'media'), limits, isEnough)
      return media && (await use(media))
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })
}
