import path from 'node:path'
import { Problem } from '@/lib/core/problem/problem'
import { findProgram, type Program } from '@/lib/core/programs/find-program'
import { describeEnding, type ProgramRun, wasInterrupted } from '@/lib/core/programs/run-program'

/**
 * The ffmpeg or ffprobe of this machine. Throws the Problem `transcriber_unavailable`, which names the command that
 * installs it, when there is none.
 */
export async function requireFfmpeg(name: 'ffmpeg' | 'ffprobe'): Promise<Program> {
  const program = await findProgram(name)
  if (program) return program
  throw new Problem('transcriber_unavailable', {
    detail: `This server can't read audio and video yet: ${name} is missing. Install it ("apt install ffmpeg" on Debian and Ubuntu, "brew install ffmpeg" on macOS), then try again.`,
  })
}

/**
 * Containers that hold their own media and can't point to other files. Playlists and scripts (concat, hls, dash, imf),
 * images and text formats must never join this list: they make ffmpeg open further files of the server.
 */
const DEMUXERS =
  'mov,mp4,m4a,3gp,3g2,mj2,matroska,webm,avi,asf,flv,mpeg,mpegts,' +
  'mp3,aac,ac3,eac3,ogg,flac,wv,amr,wav,w64,aiff,caf,au'

/** The arguments with which ffmpeg and ffprobe read an untrusted file: local files and closed containers only. */
export function ffmpegInput(file: string): string[] {
  return ['-protocol_whitelist', 'file', '-format_whitelist', DEMUXERS, '-i', `file:${path.resolve(file)}`]
}

/**
 * Throws `service_unavailable` when a program crashed, hung, or was ended from outside, as a machine does that is out of
 * memory: that says nothing of the file it was at, and another try may do.
 */
export function checkFinished(run: ProgramRun, name: string): void {
  if (run.ended !== 'timedOut' && !wasInterrupted(run)) return
  throw new Problem('service_unavailable', {
    detail: `${name} couldn't finish reading this recording. Nothing was charged. Try again, or send the recording in another format.`,
    cause: `${name}: ${describeEnding(run)}\n${run.stderr.trim()}`.trim(),
  })
}

/** ffmpeg's messages for a full disk. */
export const FULL_DISK = /No space left on device|Disk quota exceeded|File too large/
