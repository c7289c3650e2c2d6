import type { Route } from '../handle-request'
import { bilibiliRoute } from './bilibili'
import { embedRoutes } from './embeds'
import { facebookRoute } from './facebook'
import { instagramRoute } from './instagram'
import { rednoteRoute } from './rednote'
import { tiktokRoute } from './tiktok'
import { vimeoRoute } from './vimeo'
import { xRoute } from './x'

/** The platforms that yt-dlp reads, as far as their hand-made answers go; those of YouTube are played by each test. */
export const platformRoutes: Route[] = [
  ...embedRoutes,
  tiktokRoute,
  xRoute,
  facebookRoute,
  instagramRoute,
  rednoteRoute,
  bilibiliRoute,
  vimeoRoute,
]
