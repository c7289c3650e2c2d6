import { mkdir, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Context } from '@/cli/context'
import { type DownloadFormat, isBinary } from '@/lib/captions/document-files'
import type { Transcript } from '@/lib/captions/transcript'
import { errorCode } from '../../connection/error-code'
import { Failure } from '../../failure/failure'
import type { Source } from '../../source/find-source'
import { fetchBinary } from './fetch-binary'
import { fileNameOf } from './file-name'
import { saveText } from './save-text'
import { toDocument } from './to-document'

/** Saves a transcript and returns the path of its file. */
export type Save = (source: Source, transcript: Transcript) => Promise<string>

async function kindOf(target: string): Promise<'folder' | 'file' | 'nothing'> {
  try {
    return (await stat(target)).isDirectory() ? 'folder' : 'file'
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return 'nothing'
    throw error
  }
}

/** A name that none of this run's files has yet: file systems may not tell upper from lower case. */
function unusedName(name: string, used: Set<string>): string {
  const { name: base, ext } = path.parse(name)
  for (let count = 1; ; count++) {
    const candidate = count === 1 ? name : `${base} (${count})${ext}`
    if (used.has(candidate.toLowerCase())) continue
    used.add(candidate.toLowerCase())
    return candidate
  }
}

/**
 * Where -o leads: to one file or, when it names a folder or there are several transcripts, into a folder, which is
 * made. Throws `usage` where several are to go into one file.
 */
export async function openTarget(
  context: Context,
  target: string,
  { isMany, format }: { isMany: boolean; format: DownloadFormat },
): Promise<Save> {
  const contentOf = async (transcript: Transcript) =>
    isBinary(format) ? fetchBinary(context, transcript, format) : toDocument(transcript)
  const kind = await kindOf(target)
  if (kind === 'file' && isMany) {
    throw new Failure('usage', `${target} is a file. Name a folder with -o for several transcripts.`)
  }
  if (kind !== 'folder' && !isMany && !/[/\\]$/.test(target)) {
    return async (_, transcript) => {
      await saveText(target, await contentOf(transcript))
      return target
    }
  }
  await mkdir(target, { recursive: true })
  const used = new Set<string>()
  return async (source, transcript) => {
    const file = path.join(
      target,
      unusedName(fileNameOf(source, { ...transcript, format: isBinary(format) ? format : transcript.format }), used),
    )
    await saveText(file, await contentOf(transcript))
    return file
  }
}
