import { Problem } from '@/lib/core/problem/problem'
import { recognise } from '../recognise'

/** The meaning of a pasted text in one line: `youtube dQw4w9WgXcQ`, `list youtube`, `short x`, `link https://…`, or the problem's code. */
export function outcome(pasted: string): string {
  try {
    const found = recognise(pasted)
    if (found.kind === 'recording') return `${found.ref.platform} ${found.ref.videoId}`
    if (found.kind === 'link') return `link ${found.url.href}`
    if (found.kind !== 'podcast') return `${found.kind} ${found.platform}`
    return found.service === 'apple' ? `apple ${found.showId} ${found.episodeId}` : `spotify ${found.item} ${found.id}`
  } catch (error) {
    if (error instanceof Problem) return error.code
    throw error
  }
}
