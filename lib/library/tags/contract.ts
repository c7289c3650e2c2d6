import { z } from 'zod'
import { defineOperation } from '@/lib/core/operations/operation'

export const MAX_TAG_CHARACTERS = 40
export const MAX_TAGS_OF_USER = 200

/** A tag without spaces around it or runs of them inside. */
function tidyTag(name: string): string {
  return name.replace(/[\s\p{Cc}]+/gu, ' ').trim()
}

/** The form of a tag by which tags are compared: case does not matter. */
export function foldTag(name: string): string {
  return tidyTag(name).normalize('NFC').toLowerCase()
}

/** Each tag once, the first spelling of it. */
export function distinctTags(names: readonly string[]): Map<string, string> {
  const tags = new Map<string, string>()
  for (const name of names) {
    const folded = foldTag(name)
    if (folded !== '' && !tags.has(folded)) tags.set(folded, tidyTag(name))
  }
  return tags
}

const tagListSchema = z
  .object({ tags: z.array(z.object({ name: z.string(), transcriptions: z.int() })) })
  .meta({ id: 'TagList' })
export type TagList = z.infer<typeof tagListSchema>

export const listTags = defineOperation({
  id: 'listTags',
  method: 'get',
  path: '/v1/me/tags',
  summary: 'List your tags with the number of transcripts',
  tag: 'History',
  access: 'transcripts:read',
  success: tagListSchema,
  answers: { 200: { description: 'All tags, in alphabetical order', schema: tagListSchema } },
})
