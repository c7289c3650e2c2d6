import type { MediaRef } from '@/lib/archive/media/media-ref'
import { recognise } from '@/lib/sources/recognise/recognise'

/** The recording that a link means. */
export function refOf(pasted: string): MediaRef {
  const found = recognise(pasted)
  if (found.kind !== 'recording') throw new Error(`${pasted} is a ${found.kind}`)
  return found.ref
}
