import type { RenderOptions } from '@/lib/captions/transcript'
import { laxBoolean } from '@/lib/platform/operations/lax-boolean'
import { nameField } from '@/lib/platform/operations/text-field'

/** The fields of a request that choose how a transcript is rendered. */
export const renderFields = {
  format: nameField().default('json'),
  /** The times of words: true also in WebVTT, false not in JSON. By default JSON has them where they are known. */
  words: laxBoolean().optional(),
}

/** The options that a request chose beside the format. */
export function renderOptions({ words }: RenderOptions): RenderOptions {
  return words === undefined ? {} : { words }
}
