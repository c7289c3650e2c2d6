import { Platform } from '@/lib/core/generated/prisma/enums'

/** The platforms that the list can be filtered by. */
export const FILTER_PLATFORMS = [
  Platform.youtube,
  Platform.x,
  Platform.tiktok,
  Platform.facebook,
  Platform.instagram,
  Platform.rednote,
  Platform.bilibili,
  Platform.vimeo,
  Platform.upload,
  Platform.podcast,
]
