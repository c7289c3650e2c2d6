/** How cues of subtitles are laid out on a screen where that is not as usual. */
export type SubtitleLayout = {
  /** The most columns of a line, of which wide characters take two; null: by the script of the text (`limitsOf`). */
  maxLineLength: number | null
  maxLines: number
  /** How long a cue is shown at most, as far as it has words to split at. */
  maxMs: number
  /** Whether cues are laid out again so that they keep the rules of `checkCues`, as far as they can. */
  repair: boolean
}

/** The limits of the usual layout, and of the fields that a request leaves out. */
export const USUAL_LAYOUT: SubtitleLayout = { maxLineLength: null, maxLines: 2, maxMs: 7000, repair: false }

/** Five sixths of a second: how long a cue is shown at least, where there is time. */
export const SHORTEST_CUE_MS = 834

/** The layout as a request chooses it. */
export type LayoutOptions = {
  max_line_length?: number | undefined
  max_lines?: number | undefined
  max_seconds?: number | undefined
  repair?: boolean | undefined
}

/** The layout that is chosen; undefined: as usual. */
export function chosenLayout(options: LayoutOptions): SubtitleLayout | undefined {
  const { max_line_length: length, max_lines: lines, max_seconds: seconds, repair = false } = options
  if (length === undefined && lines === undefined && seconds === undefined && !repair) return undefined
  return {
    maxLineLength: length ?? USUAL_LAYOUT.maxLineLength,
    maxLines: lines ?? USUAL_LAYOUT.maxLines,
    maxMs: seconds === undefined ? USUAL_LAYOUT.maxMs : Math.round(seconds * 1000),
    repair,
  }
}
