import { constants } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import { findProgram } from '@/lib/media/find-program'

/** The path of the whisper-cli that was named, else of the one on PATH; null when it can't be run. */
export async function findWhisperCli(named: string | undefined): Promise<string | null> {
  if (named === undefined) return (await findProgram('whisper-cli'))?.path ?? null
  try {
    await access(named, constants.X_OK)
    return (await stat(named)).isFile() ? named : null
  } catch {
    // Not there, or not ours to run.
    return null
  }
}
