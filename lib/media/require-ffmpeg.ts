import { Problem } from '@/lib/platform/problem'
import { findProgram, type Program } from '@/lib/platform/programs/find-program'

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
