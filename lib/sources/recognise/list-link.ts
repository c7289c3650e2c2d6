import type { Problem } from '@/lib/core/problem/problem'
import { notOneRecording } from './link-problems'
import type { ListKind, ListLink } from './recognised'

const NAMES: Readonly<Record<ListKind, string>> = {
  playlist: 'a playlist',
  channel: 'a channel',
  profile: 'a profile',
  series: 'a series',
  showcase: 'a showcase',
  group: 'a group',
}

type Options = Omit<ListLink, 'kind' | 'isNewestFirst'> & { isNewestFirst?: boolean }

/** The link of a list, which can be imported. A platform's own order is kept where it is not the newest first. */
export function listLink({ isNewestFirst = false, ...link }: Options): ListLink {
  return { kind: 'list', isNewestFirst, ...link }
}

/** The problem of a list where one recording is wanted. `context.importable` says that it can be imported. */
export function notOneOfList({ list }: ListLink): Problem {
  return notOneRecording(NAMES[list], 'Paste the link of one video, or import the whole list.', {
    importable: 'list',
  })
}
