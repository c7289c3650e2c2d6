import { z } from 'zod'
import { segmentSchema } from '@/lib/captions/transcript'
import { RevisionKind as kinds } from '@/lib/core/generated/prisma/enums'
import { laxBoolean } from '@/lib/core/operations/lax-boolean'
import { defineOperation } from '@/lib/core/operations/operation'
import { queryInt } from '@/lib/core/operations/query-int'
import { nameField, textField, trimmedField } from '@/lib/core/operations/text-field'
import { problemSchema } from '@/lib/core/problem/problem-schema'

const TAG = 'Corrections'
const params = z.object({ id: nameField() })

/** More than a person says without a pause. */
const MAX_SEGMENT_CHARACTERS = 5_000
export const MAX_EDITS = 500
const MAX_SEGMENTS_OF_EDIT = 200
const MAX_FOUND_CHARACTERS = 200
const MAX_NAME_CHARACTERS = 100

const seconds = () => z.number().nonnegative().max(2_147_483)

const correctedSchema = z
  .object({
    /** The number of the last revision; 0: no corrections yet. */
    revision: z.int(),
    /** The entity tag of the corrected text, for the `If-Match` of the next edit. */
    etag: z.string(),
    /** How many matches were replaced, or edits made. */
    count: z.int(),
    /** How many stretches of segments have changed; 0: the text was so already, and there is no new revision. */
    places: z.int(),
    /** The changed segments, by their indexes in the text as it is now; null for more than 500: read the text again. */
    changed: z
      .array(
        z.object({
          index: z.int(),
          /** How many segments they take the place of. */
          deleted: z.int(),
          segments: z.array(segmentSchema),
        }),
      )
      .nullable(),
  })
  .meta({ id: 'Corrected' })
export type CorrectedTranscription = z.infer<typeof correctedSchema>

const CONFLICT = { description: 'The text has changed since it was read; nothing was saved', schema: problemSchema }

const writtenSegmentSchema = z.object({
  text: textField(MAX_SEGMENT_CHARACTERS),
  start: seconds().optional(),
  end: seconds().optional(),
  /** The id of one of the transcript's speakers; null: no speaker. Left out, it stays. */
  speaker: nameField().nullish(),
})

const editsSchema = z
  .object({
    edits: z
      .array(
        z.object({
          /** The first segment that is replaced, or that the new ones come before. */
          index: z.int().nonnegative(),
          /** How many segments are replaced. */
          delete: z.int().nonnegative().default(1),
          segments: z.array(writtenSegmentSchema).max(MAX_SEGMENTS_OF_EDIT).default([]),
        }),
      )
      .min(1)
      .max(MAX_EDITS),
  })
  .meta({ id: 'SegmentEdits' })
export type SegmentEdits = z.output<typeof editsSchema>

export const editSegments = defineOperation({
  id: 'editSegments',
  method: 'patch',
  path: '/v1/me/transcriptions/{id}/segments',
  summary: 'Correct, split, join, add or delete segments of a transcript; unchanged words keep their times',
  description:
    'Your text becomes a copy of its own: what others have of the same recording does not change. `If-Match` keeps two editors from overwriting each other; an outdated version returns 412 `edit_conflict`.',
  tag: TAG,
  access: 'transcripts:write',
  problems: ['not_found', 'invalid_edit', 'file_too_large'],
  ifMatch: 'required',
  params,
  body: editsSchema,
  success: correctedSchema,
  answers: { 200: { description: 'What has changed', schema: correctedSchema }, 412: CONFLICT },
})

const speakerEditsSchema = z
  .object({
    /** New names; null removes a name. The id after the last one adds a speaker. */
    speakers: z
      .array(z.object({ id: nameField(), name: textField(MAX_NAME_CHARACTERS).nullable() }))
      .max(100)
      .default([]),
    /** Speakers that are the same person: what `from` says is said by `into`. */
    merge: z
      .array(z.object({ from: nameField(), into: nameField() }))
      .max(100)
      .default([]),
  })
  .meta({ id: 'SpeakerEdits' })
export type SpeakerEdits = z.output<typeof speakerEditsSchema>

export const editSpeakers = defineOperation({
  id: 'editSpeakers',
  method: 'patch',
  path: '/v1/me/transcriptions/{id}/speakers',
  summary: 'Name, add and merge the speakers of a transcript',
  description: 'Names apply to the whole transcript, its files and its public page. Merged speakers become one.',
  tag: TAG,
  access: 'transcripts:write',
  problems: ['not_found', 'invalid_edit', 'file_too_large'],
  ifMatch: 'optional',
  params,
  body: speakerEditsSchema,
  success: correctedSchema,
  answers: { 200: { description: 'What has changed', schema: correctedSchema }, 412: CONFLICT },
})

const replaceSchema = z
  .object({
    find: trimmedField(MAX_FOUND_CHARACTERS),
    /** Empty: what was found is deleted. */
    replace: textField(MAX_FOUND_CHARACTERS),
    case_sensitive: laxBoolean({ default: false }),
    whole_words: laxBoolean({ default: false }),
    /** Only count, and show where. */
    dry_run: laxBoolean({ default: false }),
  })
  .meta({ id: 'WordReplacement' })
export type WordReplacementRequest = z.output<typeof replaceSchema>

const placeSchema = z.object({ start: z.number(), before: z.string(), after: z.string() })

const replacedSchema = correctedSchema
  .extend({
    /** The first places: the texts of the segments before and after. */
    preview: z.array(placeSchema),
  })
  .meta({ id: 'Replaced' })
export type Replaced = z.infer<typeof replacedSchema>

export const replaceWords = defineOperation({
  id: 'replaceWords',
  method: 'post',
  path: '/v1/me/transcriptions/{id}/replace',
  summary: 'Find and replace words in a whole transcript, as one revision',
  description:
    'Call it with `dry_run` first to see the matches. All replacements are one revision, which `POST …/revisions/{number}/restore` undoes.',
  tag: TAG,
  access: 'transcripts:write',
  problems: ['not_found', 'invalid_edit', 'file_too_large'],
  ifMatch: 'optional',
  params,
  body: replaceSchema,
  success: replacedSchema,
  answers: { 200: { description: 'How many matches there were, and where', schema: replacedSchema }, 412: CONFLICT },
})

const revisionSchema = z
  .object({
    number: z.int(),
    kind: z.enum(kinds),
    /** The change, in a sentence. */
    summary: z.string(),
    created_at: z.string(),
    /** How many stretches of segments it has changed. */
    places: z.int(),
    /** The first ten of them: the texts before and after. */
    changes: z.array(placeSchema),
    /** For `retranscribe`: corrections that have no place in the new text. */
    unplaced: z.array(placeSchema),
  })
  .meta({ id: 'Revision' })

const revisionListSchema = z
  .object({ revisions: z.array(revisionSchema), total: z.int(), limit: z.int(), offset: z.int() })
  .meta({ id: 'RevisionList' })
export type RevisionList = z.infer<typeof revisionListSchema>

export const listRevisions = defineOperation({
  id: 'listRevisions',
  method: 'get',
  path: '/v1/me/transcriptions/{id}/revisions',
  summary: 'List the revisions of a transcript with the text before and after, the last one first',
  tag: TAG,
  access: 'transcripts:read',
  problems: ['not_found'],
  params,
  query: z.object({
    limit: queryInt({ min: 1, max: 100, default: 20 }),
    offset: queryInt({ min: 0, default: 0 }),
  }),
  success: revisionListSchema,
  answers: { 200: { description: 'A page of revisions', schema: revisionListSchema } },
})

export const restoreRevision = defineOperation({
  id: 'restoreRevision',
  method: 'post',
  path: '/v1/me/transcriptions/{id}/revisions/{number}/restore',
  summary: 'Restore the text as it was after a revision, as a new revision; 0 restores the original',
  description: 'Later revisions are kept, so that a restoration can be undone too.',
  tag: TAG,
  access: 'transcripts:write',
  problems: ['not_found', 'invalid_edit', 'file_too_large'],
  ifMatch: 'optional',
  params: params.extend({ number: queryInt({ min: 0, max: 2_147_483_647 }) }),
  success: correctedSchema,
  answers: { 200: { description: 'What has changed', schema: correctedSchema }, 412: CONFLICT },
})
