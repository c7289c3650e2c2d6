import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { singletonPromise } from '@/lib/core/concurrency/singleton'
import { env } from '@/lib/core/env'
import { findProgram } from '@/lib/core/programs/find-program'
import { runProgram } from '@/lib/core/programs/run-program'

/** The packages of faster-whisper, and the Python that runs them. */
export type Whisper = { folder: string; python: string }

const DEFAULT_DATA_FOLDER = '.verbatim'
const TIMEOUT_MS = 20_000

/** The folder that `installWhisper` installs into. */
export const whisperFolder = () => path.join(env().dataDir, 'whisper')

/** The name of an installation in logs and errors. */
export const libraryName = (folder: string) => `faster-whisper in ${folder}`

/** The file of an installation that says what was installed, and for which Python. */
export const NOTE = 'requirements.txt'

/** The Python of this machine; null where there is none. */
export async function findPython(): Promise<string | null> {
  return ((await findProgram('python3')) ?? (await findProgram('python')))?.path ?? null
}

/** The version of a Python as compiled packages are bound to it, such as `3.11`. Found out once. */
export function pythonVersion(python: string): Promise<string> {
  return singletonPromise(`version of ${python}`, async () => {
    const run = await runProgram(python, ['-I', '-c', "import sys; print('%d.%d' % sys.version_info[:2])"], {
      timeoutMs: TIMEOUT_MS,
    })
    return run.stdout.toString('utf8').trim()
  })
}

/** The last line of an installation's note. */
export const pythonLine = (version: string) => `# Python ${version}\n`

/** The private copy in the data folder, or in the default one, which tests share. Null where there is none for the Python here. */
export async function findWhisper(): Promise<Whisper | null> {
  const python = await findPython()
  if (!python) return null
  for (const folder of [whisperFolder(), path.resolve(DEFAULT_DATA_FOLDER, 'whisper')]) {
    const note = await readFile(path.join(folder, NOTE), 'utf8').catch(() => null)
    if (note?.endsWith(pythonLine(await pythonVersion(python)))) return { folder, python }
  }
  return null
}
