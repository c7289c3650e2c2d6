import { describe, expect, it } from 'vitest'
import { toSourceMedia } from './to-source-media'
import { parseVideoInfo } from './video-info'

const asr = (lang: string, translated: boolean) => {
  const url = `https://www.youtube.com/api/timedtext?v=x&lang=en&kind=asr${translated ? `&tlang=${lang}` : ''}`
  return [
    { ext: 'vtt', url: `${url}&fmt=vtt`, name: lang },
    { ext: 'json3', url: `${url}&fmt=json3`, name: lang },
  ]
}

function media(reported: object, platform: Parameters<typeof toSourceMedia>[1] = 'youtube', marks = []) {
  return toSourceMedia(parseVideoInfo(JSON.stringify(reported)), platform, marks)
}

describe('toSourceMedia', () => {
  it('takes the language of a named track from its address, else from the beginning of its key, and none from its id', () => {
    const address = (lang: string) => `https://www.youtube.com/api/timedtext?v=x&lang=${lang}&name=Narration&fmt=json3`
    const { tracks } = media({
      subtitles: {
        'de-CcQ45jRV4-E': [{ ext: 'json3', url: address('de') }],
        'en-GB-nP7-2PuUl7o': [{ ext: 'json3', url: address('en-GB') }],
        'zh-Hant-AbCdEfGhIjK': [{ ext: 'vtt', url: 'https://subtitles.example/1' }],
        'fr-DE-cdefghij': [{ ext: 'vtt', url: 'https://subtitles.example/2' }],
        'pt-BR': [{ ext: 'vtt', url: 'https://subtitles.example/3' }],
        CcQ45jRV4: [{ ext: 'vtt', url: 'https://subtitles.example/4' }],
      },
    })
    expect(tracks.map(({ lang }) => lang)).toEqual(['de', 'en-GB', 'zh-Hant', 'fr', 'pt-BR', null])
  })

  it('names no author by an opaque number', () => {
    const author = (reported: object) => media(reported, 'rednote').author
    expect(author({ uploader_id: '5f0a3b1c000000000100a2b3' })).toBeNull()
    expect(author({ uploader_id: '1234567890' })).toBeNull()
    expect(author({ uploader: 'Xiao Hong', uploader_id: '5f0a3b1c000000000100a2b3' })).toBe('Xiao Hong')
    expect(author({ uploader_id: 'hankgreen1' })).toBe('hankgreen1')
  })

  it("picks YouTube's one automatic track among its translations, in the best format", () => {
    const { tracks } = media({
      subtitles: {
        'pt-BR': [{ ext: 'vtt', url: 'https://www.youtube.com/api/timedtext?lang=pt-BR', name: 'Portuguese' }],
        live_chat: [{ ext: 'json', url: 'https://www.youtube.com/watch?v=x' }],
      },
      automatic_captions: {
        af: asr('af', true),
        'en-orig': asr('en', false),
        en: asr('en', false),
        de: asr('de', true),
      },
    })
    expect(tracks.map(({ lang, source, original }) => [lang, source, original ?? false])).toEqual([
      ['pt-BR', 'captions', false],
      ['en', 'auto_captions', true],
    ])
    expect(tracks[1]?.body).toMatchObject({ url: expect.stringContaining('fmt=json3') })
  })

  it.each([
    ['note', { language: 'en', format_note: 'English - dubbed-auto' }],
    ['address', { language: 'en-US', url: 'https://r1.googlevideo.com/v?xtags=acont%3Ddubbed-auto%3Alang%3Den-US' }],
  ])('takes no track of a sound that a machine has dubbed for what was said: by the %s of the sound', (_, dub) => {
    const heard = (lang: string) => [
      { ext: 'json3', url: `https://www.youtube.com/api/timedtext?lang=${lang}&kind=asr` },
    ]
    const { tracks, spokenLang } = media({
      formats: [{ acodec: 'mp4a', language: 'de', language_preference: 10, format_note: 'German original' }, dub],
      automatic_captions: { 'de-orig': heard('de'), 'en-orig': heard('en') },
    })
    expect(spokenLang).toBe('de')
    expect(tracks).toMatchObject([
      { lang: 'de', original: true },
      { lang: 'en', machineTranslated: true },
    ])
  })

  it('takes none of several automatic tracks for the original when nothing says which is', () => {
    const subtitles = {
      'eng-US': [{ ext: 'vtt', url: 'https://v16.tiktok.com/a' }],
      'spa-ES': [{ ext: 'vtt', url: 'https://v16.tiktok.com/b' }],
    }
    const several = media({ subtitles }, 'tiktok').tracks
    expect(several.map(({ machineTranslated, original }) => [machineTranslated, original])).toEqual([
      [true, undefined],
      [true, undefined],
    ])
    const [only] = media({ subtitles: { 'eng-US': subtitles['eng-US'] } }, 'tiktok').tracks
    expect(only).toMatchObject({ lang: 'en-US', source: 'auto_captions', original: true })
  })

  it("does not take the language of Facebook's page for that of a track it does not name", () => {
    const subtitles = { en_US: [{ ext: 'srt', url: 'https://www.facebook.com/captions' }] }
    expect(media({ subtitles }, 'facebook').tracks).toMatchObject([{ lang: null, source: 'auto_captions' }])
  })

  it('passes over tracks that could not be read or fetched', () => {
    const subtitles = {
      danmaku: [{ ext: 'xml', url: 'https://comment.bilibili.com/1.xml' }],
      en: [{ ext: 'json', url: 'https://a.example/1' }],
      fr: [{ ext: 'vtt', url: 'file:///etc/passwd' }],
      de: [{ ext: 'vtt' }],
    }
    expect(media({ subtitles }, 'bilibili').tracks).toEqual([])
  })

  it.each([
    [{ live_status: 'is_live' }, 'source_live'],
    [{ is_live: true }, 'source_live'],
    [{ live_status: 'post_live' }, 'source_live'],
    [{ live_status: 'is_upcoming' }, 'source_not_started'],
  ])('refuses %j', (reported, code) => {
    expect(() => media(reported)).toThrow(expect.objectContaining({ code }))
  })

  it('takes the recording of a stream that has ended', () => {
    expect(media({ live_status: 'was_live', title: 'a' }).title).toBe('a')
  })

  it('knows sound from pictures', () => {
    const sound = { acodec: 'mp4a.40.2', vcodec: 'none' }
    const picture = { acodec: 'none', vcodec: 'avc1' }
    expect(media({ formats: [sound] })).toMatchObject({ kind: 'audio', audio: { kind: 'yt-dlp' } })
    expect(media({ formats: [sound, picture] })).toMatchObject({ kind: 'video', audio: { kind: 'yt-dlp' } })
    expect(media({ formats: [picture] })).toMatchObject({ kind: 'video', audio: null })
    expect(media({ formats: [{ acodec: null, vcodec: null }] }).audio).toEqual({ kind: 'yt-dlp' })
  })

  it('takes the language of the original sound, not of a dubbed one', () => {
    const formats = [
      { acodec: 'opus', language: 'es', language_preference: -1 },
      { acodec: 'opus', language: 'en-US', language_preference: 10 },
    ]
    expect(media({ formats, language: 'es' }).spokenLang).toBe('en-US')
    expect(media({ formats: [], language: 'und' }).spokenLang).toBeNull()
  })

  it('parses a date without a time and leaves out missing fields', () => {
    const reported = media({
      upload_date: '20240229',
      thumbnail: 'data:image/png;base64,x',
      duration: 0,
      uploader: ' ',
      channel: 'C',
    })
    expect(reported).toEqual({
      title: null,
      author: 'C',
      thumbnailUrl: null,
      publishedAt: new Date('2024-02-29T00:00:00Z'),
      durationMs: null,
      kind: 'video',
      spokenLang: null,
      tracks: [],
      audio: null,
    })
  })

  it('takes the first of several recordings, and no audio that is split into parts', () => {
    const entries = [{ title: 'first', duration: 1, formats: [{ acodec: 'aac' }] }, { title: 'second' }]
    expect(media({ _type: 'playlist', playlist_count: 2, title: 'both', entries })).toMatchObject({
      title: 'first',
      durationMs: 1_000,
      audio: { kind: 'yt-dlp' },
    })
    expect(media({ _type: 'multi_video', playlist_count: 2, duration: 9, entries })).toMatchObject({
      durationMs: 9_000,
      audio: null,
    })
  })

  it('tolerates odd values in optional fields', () => {
    const odd = {
      title: 7,
      duration: 'long',
      timestamp: {},
      subtitles: [],
      automatic_captions: { en: 'x' },
      language: [],
    }
    expect(media(odd)).toMatchObject({ title: null, durationMs: null, tracks: [] })
    expect(() => parseVideoInfo('null')).toThrow()
    expect(() => parseVideoInfo('{"title": ')).toThrow()
  })
})
