import { expect, test } from 'vitest'
import { type TrackRole, trackRole } from './track-role'

test.each<[TrackRole, string[]]>([
  [
    'forced',
    ['English (Forced)', 'FORCED', 'Deutsch (erzwungen)', 'Français [Forcés]', 'Español forzados', '日本語(強制)'],
  ],
  ['forced', ['Foreign parts only', 'Non-English parts', 'English SDH forced']],
  [
    'songs',
    ['Signs & Songs', 'Signs', 'S&S', 'Karaoke', 'Lyrics', 'Schilder', 'Liedtexte', 'Carteles y canciones', '歌詞'],
  ],
  [
    'commentary',
    ["Director's Commentary", 'Audiokommentar', 'Commentaire du réalisateur', 'Comentarios', 'コメンタリー'],
  ],
  ['commentary', ['Full commentary', 'Director’s comments']],
  [
    'description',
    ['English - Audio Description', 'English [AD]', 'Audiodeskription', 'Audiodescripción', '音声ガイド'],
  ],
  ['dialogue', ['Full Subtitles', 'English', 'English (SDH)', 'Dialogue, Signs & Songs', 'Full (with Signs & Songs)']],
  [
    'dialogue',
    ['English (not forced)', 'Non-forced', 'Untertitel komplett mit Schildern', 'CC', 'Untertitel für Hörgeschädigte'],
  ],
  ['dialogue', ['Workforced', 'Designs', 'Radio 4', 'Ad hoc', '日本語', '']],
])('the name of a track shows its purpose: %s in %j', (role, names) => {
  expect(names.map((name) => trackRole({ name }))).toEqual(names.map(() => role))
})

test.each([
  ['forced', false],
  ['comment', false],
  ['lyrics', false],
  ['karaoke', false],
  ['visual_impaired', false],
  ['descriptions', false],
  ['hearing_impaired', true],
  ['captions', true],
  ['default', true],
  ['dub', true],
])('a track flagged %s has the dialogue: %s', (flag, expected) => {
  expect(trackRole({ name: null, flags: [flag] }) === 'dialogue').toBe(expected)
})

test('a flag weighs more than a name', () => {
  expect(trackRole({ name: 'Full Subtitles', flags: ['default', 'forced'] })).toBe('forced')
})
