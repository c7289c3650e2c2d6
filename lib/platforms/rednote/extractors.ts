import type { SiteSource } from '../site-source'
import { rednoteLinks } from './links'

export const rednoteSource: SiteSource = {
  links: rednoteLinks,
  hosts: ['xiaohongshu.com', 'rednote.com', 'xhscdn.com', 'xhscdn.net'],
  ytDlp: {
    recordings: ['XiaoHongShu'],
    // Videos for signed-in users have a page without the video.
    failures: [{ phrase: /No video formats found|Unable to extract initial state/, code: 'source_login_required' }],
  },
  probe: 'https://www.xiaohongshu.com/explore/6411cf99000000001300b6d9',
}
