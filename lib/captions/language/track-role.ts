/**
 * The purpose of a text or audio track. `dialogue`: all that is said, also for the hard of hearing. `forced`: foreign lines only. `songs`:
 * signs, lyrics, karaoke. `description`: of the picture, for the blind.
 */
export type TrackRole = 'dialogue' | 'forced' | 'songs' | 'commentary' | 'description'

/** `flags`: ffmpeg's dispositions and the `kind`s of HTML text tracks, those that are set. */
type DescribedTrack = { name: string | null; flags?: readonly string[] }

const ROLE_OF_FLAG: Readonly<Record<string, TrackRole>> = {
  forced: 'forced',
  comment: 'commentary',
  lyrics: 'songs',
  karaoke: 'songs',
  visual_impaired: 'description',
  descriptions: 'description',
}

/** Matches whole words of scripts that separate words, and `cjk` anywhere. */
const words = (separated: string, cjk: string) => new RegExp(`(?<![\\p{L}])(?:${separated})(?![\\p{L}])|${cjk}`, 'iu')

const NOT_FORCED = words('(?:non|not|un)[ -]?forced|nicht erzwungen|non[ -]forcée?s?|no forzad[oa]s?', '非強制')
const FORCED = words(
  'forced|(?:foreign|non[ -]english)[ -]?(?:parts?|lines?|only|dialogue|language parts?)|erzwungene?|forcée?s?|forzad[oa]s?',
  '強制',
)
const COMMENTARY = words(
  "commentar(?:y|ies)|(?:director|producer|actor|cast|writer|crew)(?:[’']?s|s[’'])? comments?|comments|\\p{L}*kommentare?|commentaires?|comentarios?",
  'コメンタリー|解説|评论音轨',
)
/** Words of a track that has the dialogue beside songs and signs. */
const WITH_DIALOGUE = words(
  'full|complete|dialog(?:ue|ues|s|e)?|subtitles? (?:with|and|incl(?:uding|\\.)?)|sdh|cc|hearing impaired|hard of hearing|voll|vollständig|komplett|complets?|intégrale?s?|complet[oa]s?|diálogos?',
  '全編|台詞|セリフ|フル|对白|完整',
)
const SONGS = words(
  'signs?|s ?& ?s|songs?|lyrics?|karaoke|op ?/ ?ed|schilder|lieder|\\p{L}*(?:lied|song)texte?|panneaux|pancartes|chansons?|paroles|carteles|letreros|canciones|letras?',
  '看板|テロップ|歌|カラオケ|卡拉OK',
)
const DESCRIPTION = words(
  'audio[ -]?descri(?:ption|bed|ptive)s?|descri(?:bed|ptive|ptions?)|descriptive video(?: service)?|dvs|visual(?:ly)? impaired|audiodeskription|hörfilm\\p{L}*|audiodescripción|audiovision',
  '音声ガイド|口述影像',
)
const ABBREVIATED_DESCRIPTION = /(?<![\p{L}])AD(?![\p{L}])/u

function roleOfName(name: string): TrackRole {
  if (FORCED.test(name) && !NOT_FORCED.test(name)) return 'forced'
  if (COMMENTARY.test(name)) return 'commentary'
  if (WITH_DIALOGUE.test(name)) return 'dialogue'
  if (SONGS.test(name)) return 'songs'
  return DESCRIPTION.test(name) || ABBREVIATED_DESCRIPTION.test(name) ? 'description' : 'dialogue'
}

/** The purpose of a track by its flags, else by its name in English, German, French, Spanish or Japanese. */
export function trackRole({ name, flags = [] }: DescribedTrack): TrackRole {
  for (const flag of flags) {
    const role = ROLE_OF_FLAG[flag]
    if (role) return role
  }
  return name === null ? 'dialogue' : roleOfName(name.normalize('NFC'))
}
