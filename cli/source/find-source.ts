import { stat } from 'node:fs/promises'
import path from 'node:path'
import { CAPTION_ENDINGS } from '@/lib/captions/formats/formats'
import { errorCode } from '../connection/error-code'
import { Failure } from '../failure/failure'
import { RECORDING } from './file-endings'
import type { Source } from './source'

/**
 * A text that can only be a path: it begins like one, or ends like the name of a recording or captions and contains no
 * host.
 */
const PATH = new RegExp(`^(?:[./~\\\\]|[a-z]:[\\\\/])|^[^/]+\\.(?:${RECORDING}|${CAPTION_ENDINGS.all.join('|')})$`, 'i')

async function isFile(name: string): Promise<boolean> {
  try {
    const found = await stat(name)
    if (found.isDirectory()) throw new Failure('file_unreadable', `${name} is a folder. Name its files instead.`)
    return true
  } catch (error) {
    if (errorCode(error) === 'ENOENT' || errorCode(error) === 'ENOTDIR' || errorCode(error) === 'ENAMETOOLONG')
      return false
    throw error
  }
}

/**
 * The meaning of an argument: a file of this machine where there is one by that name, else a link, which the
 * server understands in more forms than have a scheme. Throws `file_unreadable` for what can only be a missing file.
 */
export async function findSource(given: string): Promise<Source> {
  const hasScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(given)
  if (!hasScheme && (await isFile(given)))
    return { kind: 'file', label: given, path: given, name: path.basename(given) }
  if (hasScheme || !PATH.test(given)) return { kind: 'link', label: given, link: given }
  throw new Failure('file_unreadable', `File not found: ${given}. Check its name and your current folder.`)
}
