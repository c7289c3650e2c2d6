import type { Extractor } from '@/lib/sources/extractors/extractor'
import type { LinkRules } from '@/lib/sources/recognise/recognised'
import type { FailurePhrase } from '@/lib/sources/yt-dlp/failures/failure-phrases'
import type { TrackMark } from '@/lib/sources/yt-dlp/output/track-mark'
import type { Format, Subtitle } from '@/lib/sources/yt-dlp/output/video-info'

/** How a site writes the caption tracks that yt-dlp lists. */
export type TrackRules = {
  /** The part of a track's key that says that no person typed it. */
  automaticKey?: RegExp
  /** Whether a machine may have made a track that is listed as a person's. */
  isAutomatic?: (subtitle: Subtitle) => boolean
  /** The automatic tracks without the machine's translations of them. */
  originals?: <Track extends { key: string; subtitle: Subtitle }>(tracks: Track[]) => Track[]
  /** Whether a machine has dubbed the sound of a format. */
  isDubbed?: (format: Format) => boolean
  /** The language of a track; null: unknown; undefined: its key has it. */
  language?: (subtitle: Subtitle) => string | null | undefined
  /** Reads the site's own marks of its tracks in a page that yt-dlp has kept. */
  readMarks?: (page: string) => TrackMark[]
}

/** How a site is asked for its recordings, on the server alone. */
export type SiteSource = {
  links: LinkRules
  /**
   * The hosts of the pages and of the media that extractors ask, each with all below it. Of content networks that many share only the
   * names that are the site's own. A host that is missing here shows in the log as refused. `public`: any public host, a few at a time.
   */
  hosts: readonly string[] | 'public'
  ytDlp: {
    /** Names of its extractors. None of them is the generic one, which opens any link. */
    recordings: readonly string[]
    lists?: readonly string[]
    /** The format with what is said in a recording, where it is not the smallest sound. */
    format?: string
    /** The meanings of error messages of its extractors, and of those that mean something else at other sites. */
    failures?: readonly FailurePhrase[]
  }
  /** The extractors before yt-dlp, the best first. Throws an Error for a setting that can't be read. */
  extractors?: () => Extractor[]
  /** The extractor of the site's embeds, which is tried last. */
  fallback?: Extractor
  tracks?: TrackRules
  /** A public recording that the doctor asks for. */
  probe: string
}
