import { describe, expect, test } from 'vitest'
import { chooseTrack } from '@/lib/captions/language/choose-track'
import { captionTracks } from './caption-tracks'
import { captionUrl, needsToken } from './caption-url'
import { parseVideo } from './parse-video'

const BASE = 'https://www.youtube.com/api/timedtext?v=x&lang=en'

describe('the address of a caption track', () => {
  test('asks for json3 once, and not for positions', () => {
    expect(captionUrl(`${BASE}&fmt=srv3&xosf=1&fmt=vtt`)).toBe(`${BASE}&fmt=json3`)
    expect(captionUrl('/api/timedtext?v=x')).toBe('https://www.youtube.com/api/timedtext?v=x&fmt=json3')
    expect(captionUrl('https://m.YouTube.com:443/api/timedtext')).toBe('https://m.youtube.com/api/timedtext?fmt=json3')
    expect(captionUrl('https://r1---sn.googlevideo.com/t')).toBe('https://r1---sn.googlevideo.com/t?fmt=json3')
  })

  test.each([
    'http://www.youtube.com/api/timedtext',
    'http://169.254.169.254/latest/meta-data',
    'https://169.254.169.254/latest/meta-data',
    'file:///etc/passwd',
    '//evil.example/api/timedtext',
    '\\\\evil.example\\api',
    'https://www.youtube.com.evil.example/api/timedtext',
    'https://notyoutube.com/api/timedtext',
    'https://www.youtube.com@evil.example/',
    'https://user:secret@www.youtube.com/api/timedtext',
    'https://www.youtube.com:8443/api/timedtext',
    'https://www.youtube.com./api/timedtext',
    'data:text/plain,x',
    'https://',
    `${BASE}&tlang=fr`,
  ])('is none: %s', (address) => {
    expect(captionUrl(address)).toBeNull()
  })

  test('says when a caption URL needs a token', () => {
    expect(['xpe', 'xpv', 'abc,xpe'].map((exp) => needsToken(`${BASE}&exp=${exp}`))).toEqual([true, true, true])
    expect([BASE, `${BASE}&exp=xp`, `${BASE}&sparams=ip,exp,xpe`].map(needsToken)).toEqual([false, false, false])
  })
})

const automatic = (languageCode: string) => ({ baseUrl: BASE, languageCode, kind: 'asr', name: null })
const sound = (audioTrackId: string, ...captionTrackIndices: number[]) => ({
  audioTrackId,
  captionTrackIndices,
  defaultCaptionTrackIndex: captionTrackIndices[0] ?? null,
})

describe('caption tracks', () => {
  test('tracks that lead to another host are left out, and the others keep their order', () => {
    const captionTracksListed = [
      { baseUrl: 'http://169.254.169.254/', languageCode: 'en', kind: null, name: null },
      null,
      { baseUrl: BASE, languageCode: 'pt-BR', kind: null, name: 'Português' },
    ]
    const audioTracks = [{ audioTrackId: null, captionTrackIndices: [0, 1, 2], defaultCaptionTrackIndex: 2 }]
    expect(captionTracks({ captionTracks: captionTracksListed, audioTracks, defaultAudioTrackIndex: 0 }, 'ua')).toEqual(
      [
        {
          lang: 'pt-BR',
          name: 'Português',
          source: 'captions',
          isDefault: true,
          body: { kind: 'url', url: `${BASE}&fmt=json3`, headers: { 'user-agent': 'ua' } },
        },
      ],
    )
  })

  test('are original where they are of the original sound, with dubs beside it', () => {
    const listed = {
      captionTracks: [automatic('en'), automatic('de')],
      audioTracks: [sound('en.3', 0), sound('de.4', 1)],
    }
    expect(captionTracks(listed, 'ua').map(({ original }) => original)).toEqual([undefined, true])
    const unknown = { ...listed, audioTracks: [sound('en.3', 0), sound('de.3', 1)] }
    expect(captionTracks(unknown, 'ua').map(({ original }) => original)).toEqual([undefined, undefined])
  })

  test.each([
    ['by the id of the sound', [sound('de.4', 0), sound('en-US.10', 1)], []],
    ['by the mark of the media', [sound('de.4', 0), sound('en.7', 1)], [{ id: 'en.7', isAutoDubbed: true }]],
    ['by the media alone', null, [{ id: 'de.4' }, { id: 'en.10', isAutoDubbed: false }]],
  ])('for a sound that a machine has dubbed are translations: %s', (_, audioTracks, inMedia) => {
    const listed = { captionTracks: [automatic('de'), automatic('en')], audioTracks }
    expect(captionTracks(listed, 'ua', inMedia)).toMatchObject([
      { lang: 'de', original: true },
      { lang: 'en', machineTranslated: true },
    ])
  })

  test('in a language that people speak in another sound are no translations, nor are those that people wrote', () => {
    const listed = { captionTracks: [automatic('en'), { ...automatic('fr'), kind: null }] }
    const audioTracks = [sound('en.4', 0), sound('en-GB.10', 0), sound('fr.10', 1)]
    const tracks = captionTracks({ ...listed, audioTracks }, 'ua')
    expect(tracks.map(({ machineTranslated }) => machineTranslated)).toEqual([undefined, undefined])
  })

  test('that are none are none', () => {
    for (const list of [null, undefined, {}, { captionTracks: [] }]) expect(captionTracks(list, 'ua')).toEqual([])
  })
})

describe('a video', () => {
  const video = (rest: Record<string, unknown>) =>
    parseVideo(
      { playabilityStatus: { status: 'OK' }, videoDetails: { videoId: 'x' }, ...rest },
      { videoId: 'x', userAgent: 'ua' },
    )
  const captions = (rest: Record<string, unknown>) => ({ captions: { playerCaptionsTracklistRenderer: rest } })

  test('the spoken language is that of the original sound where there is no automatic track', () => {
    const listed = { captionTracks: [{ baseUrl: BASE, languageCode: 'en' }], audioTracks: [sound('pt-BR.4', 0)] }
    expect(video(captions(listed)).spokenLang).toBe('pt-BR')
    expect(video({}).spokenLang).toBeNull()
  })

  // As YouTube lists a video in English with dubs, of which a machine has heard the Japanese one.
  const dubbed = {
    captionTracks: [
      { baseUrl: BASE, languageCode: 'en' },
      { baseUrl: BASE, languageCode: 'en-GB' },
      { baseUrl: BASE, languageCode: 'ja', kind: 'asr' },
    ],
    audioTracks: [sound('ja.3', 2), sound('en.4', 0, 1, 2), sound('de.3', 0)],
    defaultAudioTrackIndex: 1,
  }

  test('with several sounds has the spoken language of the one marked original, whichever has an automatic track', () => {
    const { spokenLang, tracks } = video(captions(dubbed))
    expect([spokenLang, tracks.map(({ original }) => original)]).toEqual(['en', [undefined, undefined, undefined]])
    const requested = { strict: false, spokenLang }
    expect(chooseTrack(tracks, { ...requested, requestedLang: 'auto' })).toMatchObject({
      kind: 'track',
      track: { lang: 'en', source: 'captions' },
    })
    for (const requestedLang of ['de', 'fr']) {
      expect(chooseTrack(tracks, { ...requested, requestedLang })).toMatchObject({
        track: { lang: 'en' },
        fallback: true,
      })
    }
  })

  test('without an original sound the automatic track decides the spoken language, else the default captions', () => {
    const { audioTracks: _, ...plain } = dubbed
    expect(video(captions(plain)).spokenLang).toBe('ja')
    const shown = { captionTracks: dubbed.captionTracks.slice(0, 2), audioTracks: [sound('', 1)] }
    expect(video(captions(shown)).spokenLang).toBe('en-GB')
  })

  test('under DRM has captions at most', () => {
    const streamingData = { licenseInfos: [{ drmFamily: 'WIDEVINE' }] }
    expect(video({ streamingData, ...captions({ captionTracks: [automatic('en')] }) }).audio).toBeNull()
    expect(() => video({ streamingData })).toThrow(expect.objectContaining({ code: 'source_drm_protected' }))
  })
})
