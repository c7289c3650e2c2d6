import { describe, expect, test } from 'vitest'
import { recognise } from './recognise'
import { outcome } from './testing/outcome'

const ID = 'dQw4w9WgXcQ'
const NOTE = '6789065911100000210035fc'
const TIKTOK = '7047596209028074758'
const EPISODE = '4rOoJ6Egrf8K2IrywzwOMk'

describe('links of all platforms', () => {
  test.each([
    // YouTube
    [`https://www.youtube.com/watch?app=desktop&v=${ID}&pp=ygUEdGVzdA%3D%3D`, `youtube ${ID}`],
    [`https://youtu.be/${ID}?si=AbCdEf&t=42`, `youtube ${ID}`],
    [`https://www.youtube.com/shorts/${ID}/`, `youtube ${ID}`],
    [`https://gaming.youtube.com/watch?v=${ID}`, `youtube ${ID}`],
    [`https://music.youtube.com/watch?v=${ID}&list=RDAMVM${ID}`, `youtube ${ID}`],
    [`https://music.youtube.com/podcast/${ID}?si=AbCdEf`, `youtube ${ID}`],
    ['https://music.youtube.com/podcast/', 'unsupported_source'],
    [`https://www.youtube.com/embed/${ID}?start=3&autoplay=1`, `youtube ${ID}`],
    [`https://www.youtube.com/embed?v=${ID}`, `youtube ${ID}`],
    [`https://www.youtube.googleapis.com/v/${ID}?fs=1`, `youtube ${ID}`],
    [`https://youtube.googleapis.com/v/${ID}?fs=1`, `youtube ${ID}`],
    [`https://www.youtubeeducation.com/embed/${ID}`, `youtube ${ID}`],
    [`https://studio.youtube.com/video/${ID}/edit`, `youtube ${ID}`],
    [`https://www.youtube.com/tv#/watch?v=${ID}`, `youtube ${ID}`],
    [`https://www.youtube.com/watch#!v=${ID}`, `youtube ${ID}`],
    [`https://www.youtube.com/watch?feature=a;v=${ID}`, `youtube ${ID}`],
    [`https://www.youtube.com/watch%3Fv%3D${ID}`, `youtube ${ID}`],
    [`https://www.youtube.com/watch.php?v=${ID}`, `youtube ${ID}`],
    [`https://www.youtube.com//watch?v=${ID}`, `youtube ${ID}`],
    [`https://www.youtube.com/playlist?list=PL1&v=${ID}`, `youtube ${ID}`],
    [`https://www.youtube.com/api/timedtext?v=${ID}&lang=en&fmt=vtt`, `youtube ${ID}`],
    [`https://www.youtube.com/oembed?url=http%3A//youtube.com/watch%3Fv%3D${ID}&format=json`, `youtube ${ID}`],
    [`https://yewtu.be/watch?v=${ID}`, `youtube ${ID}`],
    ['https://www.youtube.com/watch_videos?video_ids=a,b', 'unsupported_source'],
    ['https://www.youtube.com/@NASA/live', 'unsupported_source'],
    ['https://www.youtube.com/hashtag/space', 'unsupported_source'],
    ['https://www.youtube.com/post/UgkxAbCdEfGh', 'unsupported_source'],
    ['https://www.youtube.com/clip/', 'invalid_url'],
    // X
    ['https://mobile.twitter.com/jack/status/20', 'x 20'],
    ['https://x.com/i/status/1697304622749086011', 'x 1697304622749086011'],
    ['https://twitter.com/#!/jack/status/20', 'x 20'],
    ['https://twitter.com/statuses/20', 'x 20'],
    ['https://fxtwitter.com/jack/status/20.mp4', 'x 20'],
    ['https://x.com/intent/like?tweet_id=20', 'x 20'],
    ['https://platform.twitter.com/embed/Tweet.html?dnt=false&id=20', 'x 20'],
    ['https://x.com/i/spaces/1DXGydznBYWKM?s=20', 'x 1DXGydznBYWKM'],
    ['https://pic.x.com/AbCdEf', 'short x'],
    ['https://x.com/i/lists/1234', 'unsupported_source'],
    ['https://x.com/status/status/20', 'x 20'],
    ['https://x.com/jack/status/abc', 'invalid_url'],
    // TikTok
    [`https://www.tiktok.com/embed/v2/${TIKTOK}`, `tiktok ${TIKTOK}`],
    [`https://m.tiktok.com/@scout2015/video/${TIKTOK}?is_from_webapp=1`, `tiktok ${TIKTOK}`],
    [`https://www.tiktok.com/i18n/share/video/${TIKTOK}/`, `tiktok ${TIKTOK}`],
    ['https://vm.tiktok.com/ZMabcdefg/', 'short tiktok'],
    ['tiktok.com/t/ZTRC5xgJp/', 'short tiktok'],
    ['https://www.tiktok.com/music/original-sound-7047596209028074758', 'unsupported_source'],
    ['https://www.tiktok.com/@scout2015/playlist/a-7047596209028074758', 'unsupported_source'],
    ['https://vm.tiktok.com/', 'invalid_url'],
    // Facebook
    ['https://www.facebook.com/watch/cnn/10155529876156509/', 'facebook 10155529876156509'],
    ['https://mbasic.facebook.com/story.php?story_fbid=123456&id=7', 'facebook 123456'],
    ['https://www.facebook.com/permalink.php?story_fbid=pfbid02abcdefghijklm&id=7', 'facebook pfbid02abcdefghijklm'],
    ['https://www.facebook.com/nasa/posts/what-a-day/123456', 'facebook 123456'],
    ['https://www.facebook.com/groups/7/?multi_permalinks=123456', 'facebook 123456'],
    ['https://www.facebook.com/#!/video.php?v=123456', 'facebook 123456'],
    ['https://www.facebook.com/video/embed?video_id=123456', 'facebook 123456'],
    ['https://www.facebook.com/watch/hashtag/123456', 'invalid_url'],
    ['https://www.facebook.com/share/1AbCdEfGhI/', 'short facebook'],
    ['https://fb.watch/v/AbCdEf/', 'short facebook'],
    ['https://fb.me/AbCdEf', 'short facebook'],
    ['https://www.facebook.com/nasa/videos/?ref=page_internal', 'unsupported_source'],
    ['https://www.facebook.com/groups/7/', 'unsupported_source'],
    // Instagram
    ['https://www.instagram.com/p/CmCVWoIr9OH/?img_index=2', 'instagram CmCVWoIr9OH'],
    ['https://www.instagram.com/reel/CrVB9tatUDv/embed/captioned/', 'instagram CrVB9tatUDv'],
    ['http://instagr.am/p/CmCVWoIr9OH/', 'instagram CmCVWoIr9OH'],
    ['https://www.instagram.com/stories/nasa/', 'unsupported_source'],
    ['https://www.instagram.com/reels/', 'unsupported_source'],
    ['https://www.instagram.com/reel/', 'invalid_url'],
    // rednote
    [`https://www.xiaohongshu.com/explore/${NOTE}?xsec_token=a`, `rednote ${NOTE}`],
    [`https://www.rednote.com/explore/${NOTE}`, `rednote ${NOTE}`],
    [`https://www.xiaohongshu.com/search_result/${NOTE}?xsec_token=a`, `rednote ${NOTE}`],
    [`https://www.xiaohongshu.com/user/profile/5c31698d0000000007018a31/${NOTE}`, `rednote ${NOTE}`],
    ['http://xhslink.com/o/AbCdEf', 'short rednote'],
    ['https://www.xiaohongshu.com/explore/xyz', 'invalid_url'],
    // Bilibili
    ['BV1bK411W797', 'bilibili BV1bK411W797'],
    ['https://www.bilibili.com/video/bv1bK411W797/', 'bilibili BV1bK411W797'],
    ['https://www.bilibili.com/video/AV170001', 'bilibili av170001'],
    ['https://www.bilibili.com/list/watchlater?bvid=BV1bK411W797&oid=1', 'bilibili BV1bK411W797'],
    ['https://player.bilibili.com/player.html?aid=170001&page=2', 'bilibili av170001'],
    ['//player.bilibili.com/player.html?isOutside=true&bvid=BV1bK411W797&p=1', 'bilibili BV1bK411W797'],
    ['https://www.bilibili.com/video/BV1bK411W797?p=0', 'bilibili BV1bK411W797'],
    ['https://www.bilibili.tv/en/video/2041863208', 'bilibili 2041863208'],
    ['https://b23.tv/AbCdEf1', 'short bilibili'],
    ['https://live.bilibili.com/7777', 'unsupported_source'],
    ['https://www.bilibili.com/video/', 'invalid_url'],
    // Vimeo
    ['https://vimeo.com/manage/videos/76979871', 'vimeo 76979871'],
    ['https://vimeo.com/76979871?share=copy&h=8272103f6e', 'vimeo 76979871'],
    ['https://vimeopro.com/name/work/video/76979871', 'vimeo 76979871'],
    [
      'https://player.vimeo.com/external/76979871.sd.mp4?s=abc',
      'link https://player.vimeo.com/external/76979871.sd.mp4?s=abc',
    ],
    ['https://vimeo.com/ondemand/name/76979871', 'unsupported_source'],
    ['https://vimeo.com/', 'invalid_url'],
    // Podcasts
    ['https://itunes.apple.com/de/podcast/name/id1200361736?mt=2', 'apple 1200361736 null'],
    [
      'https://embed.podcasts.apple.com/us/podcast/x/id1200361736?i=1000748574256&theme=dark',
      'apple 1200361736 1000748574256',
    ],
    ['https://podcasts.apple.com/us/charts', 'unsupported_source'],
    [`https://open.spotify.com/intl-de/episode/${EPISODE}?si=1`, `spotify episode ${EPISODE}`],
    [`https://open.spotify.com/embed/show/${EPISODE}`, `spotify show ${EPISODE}`],
    [`spotify:episode:${EPISODE}`, `spotify episode ${EPISODE}`],
    ['https://spotify.link/AbCdEf', 'short podcast'],
    ['https://open.spotify.com/episode/short', 'invalid_url'],
    ['feed://feeds.example/show.rss', 'link https://feeds.example/show.rss'],
    ['feed:https://feeds.example/show', 'link https://feeds.example/show'],
    // Apps
    [`vnd.youtube://www.youtube.com/watch?v=${ID}`, `youtube ${ID}`],
    [`youtube://${ID}`, `youtube ${ID}`],
    [
      `intent://www.youtube.com/watch?v=${ID}#Intent;package=com.google.android.youtube;scheme=https;end`,
      `youtube ${ID}`,
    ],
    ['twitter://status?id=20', 'x 20'],
    ['facebook:123456', 'facebook 123456'],
  ])('%s is %s', (pasted, wanted) => {
    expect(outcome(pasted)).toBe(wanted)
  })
})

describe('links inside others', () => {
  test.each([
    [`https://www.youtube.com/redirect?q=https%3A%2F%2Fyoutu.be%2F${ID}&v=aaaaaaaaaaa`, `youtube ${ID}`],
    [
      `https://consent.youtube.com/m?continue=https%3A%2F%2Fwww.youtube.com%2Fwatch%3Fv%3D${ID}%26hl%3Dde&gl=DE`,
      `youtube ${ID}`,
    ],
    [`https://www.google.com/url?sa=t&url=https%3A%2F%2Fwww.youtube.com%2Fwatch%3Fv%3D${ID}&usg=x`, `youtube ${ID}`],
    [`https://www.google.de/url?q=https://youtu.be/${ID}`, `youtube ${ID}`],
    [`www.google.com/url?q=https://youtu.be/${ID}`, `youtube ${ID}`],
    [`https://l.facebook.com/l.php?u=https%3A%2F%2Fyoutu.be%2F${ID}&h=AT0`, `youtube ${ID}`],
    [`https://l.instagram.com/?u=https%3A%2F%2Fyoutu.be%2F${ID}&e=AT0`, `youtube ${ID}`],
    [
      `https://www.tiktok.com/login?redirect_url=https%3A%2F%2Fwww.tiktok.com%2F%40a%2Fvideo%2F${TIKTOK}`,
      `tiktok ${TIKTOK}`,
    ],
    ['https://www.facebook.com/login/?next=https%3A%2F%2Fwww.facebook.com%2Freel%2F123456', 'facebook 123456'],
    ['https://www.instagram.com/accounts/login/?next=%2Freel%2FCrVB9tatUDv%2F', 'instagram CrVB9tatUDv'],
    ['https://x.com/i/flow/login?redirect_after_login=%2Fjack%2Fstatus%2F20', 'x 20'],
    [
      `https://www.xiaohongshu.com/login?redirectPath=https%3A%2F%2Fwww.xiaohongshu.com%2Fexplore%2F${NOTE}`,
      `rednote ${NOTE}`,
    ],
    [`https://eur01.safelinks.protection.outlook.com/?url=https%3A%2F%2Fyoutu.be%2F${ID}&data=x`, `youtube ${ID}`],
    ['https://www.google.com/url?q=https://media.example/a.mp3', 'link https://media.example/a.mp3'],
    ['https://www.google.com/url?q=http://127.0.0.1/a.mp3', 'blocked_url'],
    ['https://l.facebook.com/l.php?u=javascript%3Aalert(1)', 'blocked_url'],
    ['https://www.google.com/url?q=nonsense', 'invalid_url'],
    ['https://www.google.com/search?q=https://youtu.be/x', 'link https://www.google.com/search?q=https://youtu.be/x'],
  ])('%s is %s', (pasted, wanted) => {
    expect(outcome(pasted)).toBe(wanted)
  })

  test('are followed three deep and no deeper', () => {
    const wrap = (link: string) => `https://www.google.com/url?q=${encodeURIComponent(link)}`
    const thrice = wrap(wrap(wrap(`https://youtu.be/${ID}`)))
    expect([outcome(thrice), outcome(wrap(thrice))]).toEqual([`youtube ${ID}`, 'invalid_url'])
  })
})

describe('what surrounds a link', () => {
  test.each([
    [`  https://youtu.be/${ID}\n`, `youtube ${ID}`],
    [`<https://youtu.be/${ID}>`, `youtube ${ID}`],
    [`"https://youtu.be/${ID}",`, `youtube ${ID}`],
    [`(https://youtu.be/${ID}).`, `youtube ${ID}`],
    [`“https://youtu.be/${ID}”`, `youtube ${ID}`],
    [`**https://youtu.be/${ID}**`, `youtube ${ID}`],
    [`[the talk](https://youtu.be/${ID})`, `youtube ${ID}`],
    [`URL:https://youtu.be/${ID}`, `youtube ${ID}`],
    [`See this: youtu.be/${ID}!`, `youtube ${ID}`],
    [`Look https://youtu.be/${ID} at 3:20, and more at https://example.com`, `youtube ${ID}`],
    [`\u200bhttps://youtu.be/\u200b${ID}\ufeff`, `youtube ${ID}`],
    [`https://www.youtube.com/watch?a=1&amp;v=${ID}`, `youtube ${ID}`],
    [`https%3A%2F%2Fwww.youtube.com%2Fwatch%3Fv%3D${ID}`, `youtube ${ID}`],
    [`HTTPS://WWW.YOUTUBE.COM./watch?v=${ID}`, `youtube ${ID}`],
    [`www.youtube.com:443/watch?v=${ID}`, `youtube ${ID}`],
    [`https:youtu.be/${ID}`, `youtube ${ID}`],
    [`https://ｙｏｕｔｕ．ｂｅ/${ID}`, `youtube ${ID}`],
    [`https://youtu。be/${ID}`, `youtube ${ID}`],
    [`'${ID}'`, `youtube ${ID}`],
    [
      `<iframe width="560" height="315" src="https://www.youtube.com/embed/${ID}?si=x" title="A talk"></iframe>`,
      `youtube ${ID}`,
    ],
    [
      '<iframe src="//player.vimeo.com/video/76979871?h=8272103f6e&amp;badge=0" allow="autoplay"></iframe>',
      'vimeo 76979871',
    ],
    [
      `<blockquote class="tiktok-embed" cite="https://www.tiktok.com/@a/video/${TIKTOK}" data-video-id="1">`,
      `tiktok ${TIKTOK}`,
    ],
    [
      '51 某某发布了一篇小红书笔记，快来看吧！ 😆 aBc 😆 http://xhslink.com/a/AbCdEf1，复制本条信息，打开App查看！',
      'short rednote',
    ],
    ['【一个标题-哔哩哔哩】 https://b23.tv/AbCdEf1', 'short bilibili'],
    ['看这个视频：https://b23.tv/AbCdEf1。', 'short bilibili'],
    [
      'https://vt.tiktok.com/ZSabcdefg/ This post is shared via TikTok Lite. Download it: https://www.tiktok.com/tiktoklite',
      'short tiktok',
    ],
    ['http://bücher.example/a.mp3', 'link http://xn--bcher-kva.example/a.mp3'],
    ['https://media.example/My Talk (final).mp3', 'link https://media.example/My%20Talk%20(final).mp3'],
    ['https://en.example/wiki/Talk_(speech)', 'link https://en.example/wiki/Talk_(speech)'],
    ['media.example/a.mp3', 'link https://media.example/a.mp3'],
    ['https://media.example/a?sig=a/b+c==', 'link https://media.example/a?sig=a/b+c=='],
    [`https://youtu.be/${ID}\nhttps://youtu.be/OtqTfy26tG0`, 'invalid_url'],
  ])('%j is %s', (pasted, wanted) => {
    expect(outcome(pasted)).toBe(wanted)
  })
})

test('a link that was found elsewhere is taken as it stands', () => {
  const url = new URL('https://media.example/a.?sig=x).')
  expect(recognise(url)).toEqual({ kind: 'link', url })
  expect(outcome(url.href)).toBe('link https://media.example/a.?sig=x')
})

describe('a link as people and programs wrap it', () => {
  const VIDEO = `https://youtu.be/${ID}`
  const embed = `<blockquote class="twitter-tweet"><p lang="en" dir="ltr">Look <a href="https://t.co/AbC123">https://t.co/AbC123</a></p>&mdash; Somebody (@somebody) <a href="https://twitter.com/somebody/status/1697304622749086011?ref_src=twsrc%5Etfw">August 31, 2023</a></blockquote> <script async src="https://platform.twitter.com/widgets.js" charset="utf-8"></script>`

  test.each([
    ['Slack with a label', `<${VIDEO}|youtu.be>`, `youtube ${ID}`],
    ['Slack with a label of several words', `see <${VIDEO}|Never gonna give> there`, `youtube ${ID}`],
    ['a scheme twice', `https://${VIDEO}`, `youtube ${ID}`],
    ['a scheme of each kind', `http://${VIDEO}`, `youtube ${ID}`],
    ['a forum with a label', `[url=${VIDEO}]Watch this[/url]`, `youtube ${ID}`],
    ['a forum with the link in quotes', `[URL="${VIDEO}"]Watch[/URL]`, `youtube ${ID}`],
    ['a forum without a label', `[url]${VIDEO}[/url]`, `youtube ${ID}`],
    ['the same link twice', `${VIDEO}\n${VIDEO}`, `youtube ${ID}`],
    ['two links', `${VIDEO}\nhttps://youtu.be/aaaaaaaaaaa`, 'invalid_url'],
    ['the embed code of X', embed, 'x 1697304622749086011'],
    [
      'a link that holds another',
      `https://web.archive.org/web/2020/${VIDEO}`,
      `link https://web.archive.org/web/2020/${VIDEO}`,
    ],
  ])('is read in %s', (_name, pasted, meant) => {
    expect(outcome(pasted)).toBe(meant)
  })

  test('is refused with what to copy instead where it is an Apple episode without its show', () => {
    const link = 'https://podcasts.apple.com/us/podcast/a-show?i=1000612345678'
    expect(() => recognise(link)).toThrow(
      expect.objectContaining({ code: 'invalid_url', message: expect.stringContaining("the show's number") }),
    )
  })
})
