import type { Platform } from '@/lib/platforms/platforms'
import type { ListKind } from '../recognise/recognised'

/** The most items that are read of one list. */
export const MAX_LIST_ITEMS = 5000

/** One recording of a list, with the fields that the list provides. */
export type ListItem = {
  /** The platform's own id of the recording. */
  id: string
  title: string
  /** The link by which a transcript is requested: canonical, with its secret where the list shares one. */
  url: string
  publishedAt: Date | null
  durationMs: number | null
}

/** A list of a platform, as far as it was read. */
export type SourceList = {
  platform: Platform
  list: ListKind
  url: string
  title: string | null
  author: string | null
  /** In the order of the list: the newest first where the platform has them so. */
  items: ListItem[]
  /** How many the list holds, as the platform says; where it does not, how many there are if it was read to its end. */
  count: number | null
  /** Whether the list ends with these items. */
  isWhole: boolean
}
