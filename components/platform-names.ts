import type { Platform } from '@/lib/captions/transcript'

/** The platforms as people know them. */
export const PLATFORM_NAMES: Readonly<Record<Platform, string>> = {
  youtube: 'YouTube',
  x: 'X',
  tiktok: 'TikTok',
  facebook: 'Facebook',
  instagram: 'Instagram',
  rednote: 'rednote',
  upload: 'an uploaded file',
  podcast: 'a podcast',
  bilibili: 'Bilibili',
  vimeo: 'Vimeo',
}
