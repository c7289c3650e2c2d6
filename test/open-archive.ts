import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import yauzl from 'yauzl'

const openFile = promisify<string, yauzl.Options, yauzl.ZipFile>(yauzl.open)

/** The files of a zip by name, as text. */
export async function openArchive(file: string): Promise<Map<string, string>> {
  const zip = await openFile(file, { lazyEntries: true, autoClose: true })
  const openStream = promisify(zip.openReadStream.bind(zip)) as (entry: yauzl.Entry) => Promise<NodeJS.ReadableStream>
  const files = new Map<string, string>()
  return new Promise((resolve, reject) => {
    zip.on('entry', async (entry: yauzl.Entry) => {
      files.set(entry.fileName, (await buffer(await openStream(entry))).toString('utf8'))
      zip.readEntry()
    })
    zip.on('end', () => resolve(files))
    zip.on('error', reject)
    zip.readEntry()
  })
}
