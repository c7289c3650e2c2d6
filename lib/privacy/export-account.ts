import type { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { abortOnClose, addToZip } from '@/lib/archive/documents/add-to-zip'
import type { Actor } from '@/lib/platform/actor'
import { log } from '@/lib/platform/log'
import { findAccount } from './find-account'
import { libraryJson, libraryRows } from './library-rows'
import { personalTables } from './personal-tables'
import { tableRows } from './table-rows'
import { DOCUMENTS, documentName, transcriptDocument } from './transcript-document'

const README = `This is everything that Verbatim keeps of your account.

account.json     who you are here
history.json     what you had transcribed
transcripts/     each text as JSON, as plain text and as SRT subtitles
records/         every other record that is yours: uploads, usage, connections and so on, without secrets

Uploaded recordings are not in it: each is at /v1/uploads/{id} as long as it is kept (records/upload.json lists them).
`

async function addEverything(zip: ZipFile, actor: Actor, signal: AbortSignal): Promise<void> {
  const { userId } = actor
  const { isLocal: _, ...account } = await findAccount(actor)
  zip.addBuffer(Buffer.from(README), 'README.txt')
  zip.addBuffer(Buffer.from(`${JSON.stringify({ ...account, exportedAt: new Date() }, null, 2)}\n`), 'account.json')
  addToZip(zip, { name: 'history.json', signal }, () => libraryJson(userId))
  for (const table of await personalTables()) {
    addToZip(zip, { name: `records/${table.name}.json`, signal }, () => tableRows(table, userId))
  }
  for await (const row of libraryRows(userId)) {
    if (row.transcriptId === null) continue
    for (const [ending, format] of Object.entries(DOCUMENTS)) {
      const name = `${documentName(row)}.${ending}`
      addToZip(zip, { name, signal }, () => transcriptDocument(userId, { libraryItemId: row.id, format, signal }))
    }
  }
  zip.end()
}

/**
 * Everything there is of the caller's account as a zip archive, made while it is read: one text at a time is in memory,
 * however many there are. Throws `not_found`.
 */
export async function exportAccount(actor: Actor): Promise<Readable> {
  await findAccount(actor)
  const zip = new ZipFile()
  const out = zip.outputStream as Readable
  const fail = (error: unknown) => {
    log.error('an export broke off', { error })
    out.destroy(error instanceof Error ? error : new Error(String(error)))
  }
  zip.on('error', fail)
  // Who reads it is told by the stream; the names are gathered meanwhile.
  void addEverything(zip, actor, abortOnClose(out)).catch(fail)
  return out
}
