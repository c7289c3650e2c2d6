import { describe, expect, test } from 'vitest'
import { testLinks } from '@/lib/platforms/testing/test-links'
import { notOneOfList } from './list-link'
import otherLinks from './other-links.json'
import { recognise } from './recognise'
import { outcome } from './testing/outcome'

const ID = 'dQw4w9WgXcQ'
const NOTE = '6789065911100000210035fc'
const TIKTOK = '7047596209028074758'

testLinks(otherLinks)

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
    [`https://www.google.co.uk/url?q=https://youtu.be/${ID}`, `youtube ${ID}`],
    [`https://www.google.com/url?sa=t&q=&url=https%3A%2F%2Fyoutu.be%2F${ID}&usg=x`, `youtube ${ID}`],
    [`https://www.google.com/imgres?q=cats&imgrefurl=https%3A%2F%2Fyoutu.be%2F${ID}`, `youtube ${ID}`],
    [
      'https://web.archive.org/web/2015if_/http://gone.example/a.mp3',
      'link https://web.archive.org/web/2015if_/http://gone.example/a.mp3',
    ],
    [`https://www.google.se/amp/s/youtu.be/${ID}`, `youtube ${ID}`],
    [`https://www.linkedin.com/safety/go?url=https%3A%2F%2Fyoutu.be%2F${ID}&trk=x`, `youtube ${ID}`],
    [`https://web.archive.org/web/20200102030405/https://www.youtube.com/watch?v=${ID}`, `youtube ${ID}`],
    [`https://web.archive.org/web/2020*/http://www.youtube.com/watch?v=${ID}`, `youtube ${ID}`],
    [`https://archive.ph/newest/https://www.youtube.com/watch?v=${ID}`, `youtube ${ID}`],
    [`https://urldefense.proofpoint.com/v1/url?u=https://youtu.be/${ID}&k=x`, `youtube ${ID}`],
    ['https://urldefense.proofpoint.com/v2/url?u=https-3A__vimeo.com_76979871&d=DwMFaQ&c=x', 'vimeo 76979871'],
    [`https://urldefense.com/v3/__https://www.youtube.com/watch?v=${ID}__;!!abc!def$`, `youtube ${ID}`],
    [`https://urldefense.com/v3/__https:/www.youtube.com/watch?a=1*v=${ID}__;Jg!!abc!def$`, `youtube ${ID}`],
    [
      'https://urldefense.com/v3/__https://media.example/**A.mp3__;w6TDtg!!a!b$',
      'link https://media.example/%C3%A4%C3%B6.mp3',
    ],
    ['https://urldefense.com/v3/__http://10.0.0.1/a.mp3__;!!abc', 'blocked_url'],
    ['https://urldefense.proofpoint.com/v2/url?u=https-3', 'invalid_url'],
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

describe('a link by which storage shares a file is the file', () => {
  const DRIVE = 'https://drive.usercontent.google.com/download'
  const onedrive = (link: string) =>
    `https://api.onedrive.com/v1.0/shares/u!${Buffer.from(link).toString('base64url')}/root/content`
  const SHARED = onedrive('https://onedrive.live.com/redir?resid=1231244193912!12&authkey=!AbC')
  const SHORT = 'https://1drv.ms/v/c/fb3c0779cead57da/IQSt5K7v2oaSZcL3'
  const REDEEMED = onedrive(SHORT)
  const REDEEM = Buffer.from(SHORT).toString('base64url')
  test.each([
    ['https://www.dropbox.com/s/abcdefghij/talk.mp4?dl=0', 'link https://www.dropbox.com/s/abcdefghij/talk.mp4?dl=1'],
    [
      'https://www.dropbox.com/scl/fi/abcdefghij/talk.m4a?rlkey=k&st=s&dl=0',
      'link https://www.dropbox.com/scl/fi/abcdefghij/talk.m4a?rlkey=k&st=s&dl=1',
    ],
    ['https://www.dropbox.com/scl/fo/abcdefghij/x?rlkey=k&dl=0', 'unsupported_source'],
    [
      'https://drive.google.com/file/d/1AbCdEfGhIjKl/view?usp=sharing',
      `link ${DRIVE}?id=1AbCdEfGhIjKl&export=download&confirm=t`,
    ],
    [
      'https://drive.google.com/file/u/1/d/1AbCdEfGhIjKl/edit',
      `link ${DRIVE}?id=1AbCdEfGhIjKl&export=download&confirm=t`,
    ],
    ['https://drive.google.com/open?id=1AbCdEfGhIjKl', `link ${DRIVE}?id=1AbCdEfGhIjKl&export=download&confirm=t`],
    [
      'https://drive.google.com/file/d/1AbCdEfGhIjKl/view?resourcekey=0-x',
      `link ${DRIVE}?id=1AbCdEfGhIjKl&resourcekey=0-x&export=download&confirm=t`,
    ],
    ['https://drive.google.com/drive/folders/1AbCdEfGhIjKl', 'unsupported_source'],
    [
      'https://1drv.ms/v/s!AbC',
      'link https://api.onedrive.com/v1.0/shares/u!aHR0cHM6Ly8xZHJ2Lm1zL3YvcyFBYkM/root/content',
    ],
    ['https://onedrive.live.com/redir?resid=1231244193912!12&authkey=!AbC&ithint=video%2cmp4', `link ${SHARED}`],
    ['https://onedrive.live.com/?authkey=%21AbC&id=1231244193912%2112&cid=1231244193912&o=OneUp', `link ${SHARED}`],
    ['https://onedrive.live.com/redir?resid=1231244193912!12&authKey=!AbC', `link ${SHARED}`],
    ['https://onedrive.live.com/embed?cid=1&resid=1231244193912%2112&authkey=%21AbC', `link ${SHARED}`],
    [`https://onedrive.live.com/?id=x&redeem=${REDEEM}&ithint=video%2Cmp4`, `link ${REDEEMED}`],
    [
      `https://onedrive.live.com/:v:/g/personal/FB3C0779CEAD57DA/IQSt5K7v2oaSZcL3?e=x&redeem=${REDEEM}`,
      `link ${REDEEMED}`,
    ],
    ['https://onedrive.live.com/:v:/g/personal/FB3C0779CEAD57DA/IQSt5K7v2oaSZcL3?e=x', `link ${REDEEMED}`],
    [
      'https://onedrive.live.com/:v:/g/personal/FB3C0779CEAD57DA/s!AgFqp4QkIj',
      `link ${onedrive('https://1drv.ms/v/s!AgFqp4QkIj')}`,
    ],
    ['https://onedrive.live.com/:f:/g/personal/FB3C0779CEAD57DA/IQSt5K7v2oaSZcL3', 'unsupported_source'],
    ['https://onedrive.live.com/redir?resid=1!12&authkey=!AbC&ithint=folder%2cmp4', 'unsupported_source'],
    ['https://onedrive.live.com/?id=1231244193912%2112&cid=1231244193912', 'unsupported_source'],
    ['https://onedrive.live.com/?id=x&redeem=aHR0cDovLzEyNy4wLjAuMS8', 'unsupported_source'],
    ['https://onedrive.live.com/', 'unsupported_source'],
    [
      'https://contoso-my.sharepoint.com/:v:/g/personal/a_b/EaBcD?e=x',
      'link https://contoso-my.sharepoint.com/:v:/g/personal/a_b/EaBcD?e=x&download=1',
    ],
    ['https://app.box.com/s/abcdefghij0123456789', 'link https://app.box.com/shared/static/abcdefghij0123456789'],
    [
      'https://cloud.example.org/index.php/s/AbCdEfGhIjKlMnO',
      'link https://cloud.example.org/index.php/s/AbCdEfGhIjKlMnO/download',
    ],
    ['https://cloud.example.org/s/AbCdEfGhIjKlMnO', 'link https://cloud.example.org/s/AbCdEfGhIjKlMnO/download'],
    ['https://cloud.example.org/s/short', 'link https://cloud.example.org/s/short'],
    ['https://www.icloud.com/iclouddrive/0abc#talk', 'unsupported_source'],
    ['https://we.tl/t-abc', 'unsupported_source'],
    ['https://us02web.zoom.us/rec/share/abc', 'unsupported_source'],
  ])('%s is %s', (pasted, wanted) => {
    expect(outcome(pasted)).toBe(wanted)
  })

  test('a link that only a browser opens is refused with the way to the file', () => {
    expect(() => recognise('https://us02web.zoom.us/rec/share/abc')).toThrow(
      'Zoom opens its recordings in a browser only. Open the recording and choose Download, then upload the file.',
    )
  })

  test('a link that only its owner opens is refused with the way to share the file', () => {
    expect(() => recognise('https://onedrive.live.com/?id=1231244193912%2112&cid=1231244193912')).toThrow(
      'This OneDrive link opens only for its owner. In OneDrive, choose Share and Copy link, and paste that link, or download the file and upload it.',
    )
  })
})

describe('text around a link', () => {
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

test('a link that was found elsewhere is taken unchanged', () => {
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
    ['a link that holds another', `https://mirror.example/2020/${VIDEO}`, `link https://mirror.example/2020/${VIDEO}`],
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

test('a list is refused where one recording is wanted, with what can be done instead', () => {
  const refusals = ['https://www.youtube.com/@nasa', 'https://vimeo.com/showcase/3253534'].map((pasted) => {
    const found = recognise(pasted)
    return found.kind === 'list' ? notOneOfList(found) : null
  })
  expect(refusals).toMatchObject([
    {
      code: 'unsupported_source',
      message: 'This is a channel. Paste the link of one video, or import the whole list.',
      context: { field: 'url', importable: 'list' },
    },
    { message: 'This is a showcase. Paste the link of one video, or import the whole list.' },
  ])
})

test('a refusal names the supported sources', () => {
  const supported = expect.arrayContaining(['podcast episodes and feeds'])
  expect(() => recognise('https://www.tiktok.com/@chillezy/posts')).toThrow(
    expect.objectContaining({ context: expect.objectContaining({ supported }) }),
  )
})
