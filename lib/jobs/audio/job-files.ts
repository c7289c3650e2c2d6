import { rm } from 'node:fs/promises'
import path from 'node:path'
import { workDir } from '@/lib/core/storage/work-dir'

type JobFiles = { dir: string; media: string; audio: string; beginning: string; small: string }

/**
 * A job's work files: the downloaded recording, its audio as 16 kHz mono PCM, the beginning of that, and the same audio
 * compressed for a remote engine.
 */
export function jobFiles(jobId: string): JobFiles {
  const dir = path.join(workDir(), jobId)
  const file = (name: string) => path.join(dir, name)
  const [audio, beginning] = [file('audio.pcm'), file('beginning.pcm')]
  return { dir, media: file('media'), audio, beginning, small: file('sound.flac') }
}

/** Deletes a job's work files. */
export async function discardJobFiles(jobId: string): Promise<void> {
  await rm(jobFiles(jobId).dir, { recursive: true, force: true })
}
