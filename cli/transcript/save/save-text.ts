import { realpath, stat, writeFile } from 'node:fs/promises'
import { errorCode } from '../../connection/error-code'
import { writeAtomically } from '../../connection/write-atomically'
import { unwritable } from '../../failure/unwritable'

async function isDevice(file: string): Promise<boolean> {
  try {
    return !(await stat(file)).isFile()
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return false
    throw error
  }
}

async function realName(file: string): Promise<string> {
  try {
    return await realpath(file)
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return file
    throw error
  }
}

/**
 * Writes a text, or the bytes of a file, whole or not at all, through links; into what is no file (/dev/null, a pipe) it is
 * simply written. Throws `output_unwritable`.
 */
export async function saveText(file: string, text: string | Uint8Array): Promise<void> {
  if (await isDevice(file)) {
    await writeFile(file, text).catch((error: NodeJS.ErrnoException) => {
      throw unwritable(file, error)
    })
  } else await writeAtomically(await realName(file), text)
}
