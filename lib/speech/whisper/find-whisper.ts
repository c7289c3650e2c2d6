import { stat } from 'node:fs/promises'
import path from 'node:path'
import { env } from '@/lib/core/env'
import { findProgram } from '@/lib/core/programs/find-program'

/** The packages of faster-whisper, and the Python that runs them. */
export type Whisper = { folder: string; python: string }

const DEFAULT_DATA_FOLDER = '.verbatim'
/** pip writes it last. */
const INSTALLED = 'requirements.txt'

/** The folder that `installWhisper` installs into. */
export const whisperFolder = () => path.join(env().dataDir, 'whisper')

/** The Python of this machine; null where there is none. */
export async function findPython(): Promise<string | null> {
  return ((await findProgram('python3')) ?? (await findProgram('python')))?.path ?? null
}

/** The private copy in the data folder, or in the default one, which tests share. Null where there is none, or no Python. */
export async function findWhisper(): Promise<Whisper | null> {
  const python = await findPython()
  if (!python) return null
  for (const folder of [whisperFolder(), path.resolve(DEFAULT_DATA_FOLDER, 'whisper')]) {
    const installed = await stat(path.join(folder, INSTALLED)).catch(() => null)
    if (installed?.isFile()) return { folder, python }
  }
  return null
}
