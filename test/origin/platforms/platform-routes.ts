import type { Route } from '../handle-request'
import { bilibiliRoute } from './bilibili'
import { dailymotionRoute } from './dailymotion'
import { embedRoutes } from './embeds'
import { facebookRoute } from './facebook'
import { instagramRoute } from './instagram'
import { loomRoute } from './loom'
import { rednoteRoute } from './rednote'
import { soundcloudRoute } from './soundcloud'
import { tedRoute } from './ted'
import { tiktokRoute } from './tiktok'
import { twitchRoute } from './twitch'
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
  dailymotionRoute,
  twitchRoute,
  soundcloudRoute,
  tedRoute,
  loomRoute,
]
