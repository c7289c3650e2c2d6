import { readFile, stat } from 'node:fs/promises'
import { decodeXml } from '@/lib/captions/xml-charset'
import type { SubscriptionsRequest } from '@/lib/imports/subscriptions/contract'
import { MAX_OPML_BYTES } from '@/lib/podcasts/opml-contract'
import { errorCode } from '../connection/error-code'
import { Failure } from '../failure/failure'
import { findSource } from './find-source'

const OPML_LINK = /\.opml(?:[?#]|$)/i

function notOpml(file: string): Failure {
  return new Failure('usage', `${file} is not an OPML file. To transcribe a recording, use verbatim get.`)
}

/** The text of an OPML file. Throws `file_unreadable` and `usage`. */
async function readOpml(file: string): Promise<string> {
  try {
    if ((await stat(file)).size > MAX_OPML_BYTES) throw new Failure('usage', 'An OPML file can have up to 1 MB.')
    const text = decodeXml(await readFile(file))
    if (!/<opml[\s>]/i.test(text) || text.includes('\0')) throw notOpml(file)
    return text
  } catch (error) {
    if (error instanceof Failure || !errorCode(error)) throw error
    throw new Failure('file_unreadable', `This file can't be read: ${file}`, { cause: error })
  }
}

/**
 * The list of subscriptions that an argument means: a file of this machine, or a link that ends in .opml; null for any other
 * link. Throws `file_unreadable` and `usage`.
 */
export async function findSubscriptions(given: string): Promise<Pick<SubscriptionsRequest, 'opml' | 'url'> | null> {
  const found = await findSource(given)
  if (found.kind === 'file') return { opml: await readOpml(found.path) }
  if (!OPML_LINK.test(given)) return null
  if (given.includes('/')) return { url: given }
  throw new Failure('file_unreadable', `File not found: ${given}. Check its name and your current folder.`)
}
