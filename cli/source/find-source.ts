import { stat } from 'node:fs/promises'
import path from 'node:path'
import { CAPTION_ENDINGS } from '@/lib/captions/formats/formats'
import { errorCode } from '../connection/error-code'
import { Failure } from '../failure/failure'

/** Endings of recordings, as a pattern: they select the files of a watched folder. A named file is sent whatever its ending. */
export const RECORDING =
  '3g[ap2]|aac|ac3|aif[cf]?|amr|asf|avi|caf|flac|flv|m2ts|m4[abv]|mk[av]|mov|mp[234]|mpe?g|mpga|mts|og[agv]|opus|spx|ts|vob|wav|w64|web[am]|wm[av]|wv'

/** The source of a transcript: a link for the server to read, or a file to send. `label` is what the person typed. */
export type Source =
  | { kind: 'link'; label: string; link: string }
  | { kind: 'file'; label: string; path: string; name: string }

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
