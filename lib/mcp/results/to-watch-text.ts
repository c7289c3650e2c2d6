import type { Watch } from '@/lib/watches/contract'

export function toWatchText({ id, title, url, status, every, taken, waiting, error }: Watch): string {
  const counts = `${taken} taken, ${waiting} waiting`
  return `Watch ${id} of ${title ?? url}: ${status}, every ${every}, ${counts}${error ? `. ${error.detail}` : ''}`
}
