import { type FileHandle, open } from 'node:fs/promises'
import type pg from 'pg'
import { renderPdf } from '@/lib/archive/render/pdf/render-pdf'
import { renderContent } from '@/lib/archive/render/render-content'
import { renderDocx } from '@/lib/archive/render/render-docx'
import type { TextTasks } from '@/lib/archive/texts/text-tasks'
import { withinPart } from '@/lib/archive/transcripts/stored-segments'
import type { Segment } from '@/lib/captions/cue'
import { segmentJson, withoutSpeaker, withoutWords } from '@/lib/captions/formats/json/json'
import { renderText } from '@/lib/captions/formats/text/text'
import type { LargeDocument } from '@/lib/captions/transcript'
import { loadText } from './text-table'

/** How much is serialised at a time. */
const SEGMENTS_AT_ONCE = 2_000

/**
 * Writes the fields `text` and `segments` in batches of segments: a single JSON string would take several times the
 * memory.
 */
async function writeJsonFields(
  handle: FileHandle,
  segments: readonly Segment[],
  { lang, options }: Pick<LargeDocument, 'lang' | 'options'>,
): Promise<void> {
  await handle.writeFile(`"text":${JSON.stringify(renderText(segments, { lang: lang ?? undefined }))},"segments":[`)
  const shown = options.words === false ? segments.map(withoutWords) : segments
  for (let from = 0; from < segments.length; from += SEGMENTS_AT_ONCE) {
    const part = JSON.stringify(shown.slice(from, from + SEGMENTS_AT_ONCE).map(segmentJson))
    await handle.writeFile(`${from > 0 ? ',' : ''}${part.slice(1, -1)}`)
  }
  await handle.writeFile(']')
}

/** Renders a document into a new file. Returns its length in bytes. */
export async function renderDocument(
  { document, form, file }: TextTasks['renderDocument']['input'],
  connect: () => Promise<pg.Client>,
): Promise<number> {
  const part = withinPart(await loadText(await connect(), document), document.coveredMs)
  const segments = document.options.speakers === false ? part.map(withoutSpeaker) : part
  const handle = await open(file, 'w', 0o600)
  try {
    const { format } = document
    if (format === 'json') await writeJsonFields(handle, segments, document)
    else if (format === 'docx') await handle.writeFile(await renderDocx(segments, document))
    else if (format === 'pdf') await handle.writeFile(await renderPdf(segments, document))
    else {
      const content = renderContent(segments, format, document)
      await handle.writeFile(form === 'bare' ? content : `"content":${JSON.stringify(content)}`)
    }
    return (await handle.stat()).size
  } finally {
    await handle.close()
  }
}
