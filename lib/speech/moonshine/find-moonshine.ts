import { stat } from 'node:fs/promises'
import path from 'node:path'
import { env } from '@/lib/core/env'
import { findProgram } from '@/lib/core/programs/find-program'

/** Moonshine as `npm start` installs it: the folder of its package, and the Python that runs it. */
export type Moonshine = { folder: string; python: string }

const DEFAULT_DATA_FOLDER = '.verbatim'
/** The largest of its files. It is the last thing that says whether the package has the model in it. */
const DECODER = path.join('moonshine_voice', 'assets', 'tiny-en', 'decoder_model_merged.ort')

/**
 * The Moonshine in the folder that `MOONSHINE_FOLDER` names, else the private copy in the data folder or in the default
 * one, which tests share. Null where there is none, or no Python.
 */
export async function findMoonshine(): Promise<Moonshine | null> {
  const python = (await findProgram('python3')) ?? (await findProgram('python'))
  if (!python) return null
  const { MOONSHINE_FOLDER, dataDir } = env()
  const privateCopies = [dataDir, path.resolve(DEFAULT_DATA_FOLDER)].map((dir) => path.join(dir, 'moonshine'))
  for (const folder of MOONSHINE_FOLDER ? [path.resolve(MOONSHINE_FOLDER)] : privateCopies) {
    const decoder = await stat(path.join(folder, DECODER)).catch(() => null)
    if (decoder?.isFile()) return { folder, python: python.path }
  }
  return null
}
