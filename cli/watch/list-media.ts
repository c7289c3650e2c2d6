import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import type { DownloadFormat } from '@/lib/captions/document-files'
import { DOCUMENT_FILES } from '@/lib/captions/document-files'
import { errorCode } from '../connection/error-code'
import { Failure } from '../failure/failure'
import { RECORDING } from '../source/find-source'

/** A recording in a watched folder, as it is now. */
export type MediaFile = { path: string; size: number; mtimeMs: number }

const MEDIA = new RegExp(`\\.(?:${RECORDING})$`, 'i')

async function findNames(folder: string, recursive: boolean): Promise<string[]> {
  try {
    const entries = await readdir(folder, { recursive, withFileTypes: true })
    return entries
      .filter((entry) => entry.isFile() && MEDIA.test(entry.name) && !entry.name.startsWith('.'))
      .map((entry) => path.join(entry.parentPath, entry.name))
      .filter(
        (file) =>
          !path
            .relative(folder, file)
            .split(path.sep)
            .some((part) => part.startsWith('.')),
      )
  } catch (cause) {
    throw new Failure('file_unreadable', `${folder} can't be read. Name a folder.`, { cause })
  }
}

/** The recordings in a folder, and with `recursive` in those below it. Hidden ones are left out. Throws `file_unreadable`. */
export async function listMedia(folder: string, recursive: boolean): Promise<MediaFile[]> {
  const files: MediaFile[] = []
  for (const file of (await findNames(folder, recursive)).sort()) {
    try {
      const { size, mtimeMs } = await stat(file)
      files.push({ path: file, size, mtimeMs })
    } catch (error) {
      // The file was moved meanwhile.
      if (errorCode(error) !== 'ENOENT') throw error
    }
  }
  return files
}

/**
 * Where the transcript of each recording goes: beside it, under its name. Of several recordings whose names differ by their
 * ending alone the oldest has that name, and the others keep their endings in it.
 */
export function transcriptPaths(files: readonly MediaFile[], format: DownloadFormat): Map<string, string> {
  const { ending } = DOCUMENT_FILES[format]
  const used = new Set<string>()
  const paths = new Map<string, string>()
  for (const { path: file } of files.toSorted((a, b) => a.mtimeMs - b.mtimeMs || (a.path < b.path ? -1 : 1))) {
    const { dir, name, base } = path.parse(file)
    const short = path.join(dir, `${name}.${ending}`)
    // File systems may not tell upper from lower case.
    const isFree = !used.has(short.toLowerCase())
    used.add(short.toLowerCase())
    paths.set(file, isFree ? short : path.join(dir, `${base}.${ending}`))
  }
  return paths
}
