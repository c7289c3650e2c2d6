import { z } from 'zod'
import { renderOptions } from '@/lib/archive/render/render-fields'
import { isBinary } from '@/lib/captions/document-files'
import { DOWNLOADS } from '@/lib/captions/formats/downloads'
import { MAX_PAGE_CHARACTERS } from '@/lib/captions/layout/pages'
import { FORMATS } from '@/lib/captions/transcript'
import { linkField, nameField, textField } from '@/lib/core/operations/text-field'
import { findUserTranscript } from '@/lib/library/find-user-transcript'
import { subtitleInput } from '@/lib/mcp/subtitle-input'
import { defineTool, type ToolCall } from '@/lib/mcp/tool'
import { checkCursor, parseCursor } from '@/lib/mcp/transcript/transcript-cursor'
import { toJobResult, toTranscriptResult, transcriptResultSchema } from '@/lib/mcp/transcript/transcript-result'
import { MAX_WAIT_SECONDS } from '@/lib/mcp/wait/wait-budget'
import { waitForJob } from '@/lib/mcp/wait/wait-for-job'
import { listNames, SITES } from '@/lib/platforms/platforms'
import { MAX_KEYWORDS, MAX_PROMPT_CHARACTERS } from '@/lib/transcripts/contract'
import { obtainTranscript } from '@/lib/transcripts/obtain-transcript'

const FORMAT_CONTENTS = DOWNLOADS.filter(({ id }) => !isBinary(id))
  .map(({ id, content }) => `${id}: ${content.replaceAll('`', '')}`)
  .join('; ')

const input = z.object({
  url: linkField()
    .optional()
    .describe(
      'Link to a video, podcast episode, or audio, video or caption file. Send exactly one of url, upload, audio',
    ),
  upload: linkField().optional().describe("object_path or source_url of the user's own upload"),
  captions: linkField()
    .optional()
    .describe("object_path or source_url of the user's own caption upload: the text of upload, with which it is sent"),
  audio: linkField().optional().describe('Direct link to an audio file, e.g. audio_url of resolve_podcast'),
  lang: nameField()
    .optional()
    .describe(
      'Language of the transcript (BCP 47: en, pt-BR) or auto for the one spoken. Default: en where there are captions',
    ),
  track: nameField().optional().describe('ID of one caption track, from tracks of list_languages, in place of lang'),
  format: z.enum(FORMATS).default('markdown').describe(FORMAT_CONTENTS),
  ...subtitleInput,
  strict_lang: z.boolean().default(false).describe('Fail instead of falling back to another language'),
  allow_partial: z
    .boolean()
    .default(false)
    .describe('If the remaining minutes are too few for the whole recording, transcribe a part'),
  diarize: z.boolean().default(false).describe('Tell speakers apart: slower, and only for speech'),
  prompt: textField(MAX_PROMPT_CHARACTERS).optional().describe('What the recording is about, for the speech engine'),
  keywords: z.array(nameField()).max(MAX_KEYWORDS).optional().describe('Names and terms that may come up'),
  cursor: textField(200)
    .optional()
    .describe('next_cursor of an earlier response, for its next page. No other field is needed'),
})

async function readOn({ actor, signal }: ToolCall, cursor: string) {
  const position = parseCursor(cursor)
  const { id, format, offset, options } = position
  const transcript = await findUserTranscript(actor, id, format, options)
  checkCursor(position, transcript)
  return toTranscriptResult(transcript, { signal, offset, options })
}

/** Returns a transcript immediately if one is stored or the source has captions, else the job that makes it. */
export const getTranscript = defineTool({
  name: 'get_transcript',
  title: 'Get a transcript',
  description: `Get the timestamped transcript of a ${listNames(SITES, 'or')} video, a podcast episode, or an audio or video file. Captions come immediately; otherwise the speech is transcribed, which this waits for up to ${MAX_WAIT_SECONDS} seconds and then answers with a job_id for get_job. Uses up the monthly minutes of the account, once for each recording and language, however often it is read. Long texts come in pages of up to ${MAX_PAGE_CHARACTERS.toLocaleString('en')} characters.`,
  hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  scopes: ['transcripts:write'],
  input,
  output: transcriptResultSchema,
  run: async (
    { cursor, url = '', upload = null, audio = null, captions, lang, track, prompt, keywords, ...requested },
    call,
  ) => {
    if (cursor) return readOn(call, cursor)
    const request = {
      ...requested,
      diarize: requested.diarize || ('auto' as const),
      url,
      upload,
      audio,
      ...(captions ? { captions } : {}),
      ...(lang ? { lang } : {}),
      ...(track ? { track } : {}),
      ...(prompt ? { prompt } : {}),
      ...(keywords ? { keywords } : {}),
    }
    const options = renderOptions(requested)
    const obtained = await obtainTranscript(call.actor, request, call.signal)
    if (obtained.kind === 'transcript') {
      return toTranscriptResult(obtained.transcript, { signal: call.signal, options })
    }
    const job = await waitForJob(call, obtained.job.job_id, requested.format, options)
    return toJobResult(job, { signal: call.signal, options })
  },
})
