import { isProgram } from '@/lib/platform/programs/find-on-path.mjs'
import { findProgram } from '@/lib/platform/programs/find-program'

/** The path of the whisper-cli that was named, else of the one on PATH; null when it can't be run. */
export async function findWhisperCli(named: string | undefined): Promise<string | null> {
  if (named === undefined) return (await findProgram('whisper-cli'))?.path ?? null
  return isProgram(named) ? named : null
}
