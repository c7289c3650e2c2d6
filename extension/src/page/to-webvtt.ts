/** Whether a text is a WebVTT file: a site may answer with a page in its place. */
export function isWebVtt(text: string): boolean {
  return /^\uFEFF?WEBVTT(?:\s|$)/.test(text)
}

export type PlainCue = { startSeconds: number; endSeconds: number; text: string }

function clock(seconds: number): string {
  const ms = Math.round(seconds * 1000)
  const [hours, minutes, rest] = [Math.floor(ms / 3_600_000), Math.floor(ms / 60_000) % 60, (ms % 60_000) / 1000]
  return `${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}:${rest.toFixed(3).padStart(6, '0')}`
}

/** A cue's text as it may stand in a file: an empty line would end the cue, and an arrow would begin another. */
function textOf({ text }: PlainCue): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/\n{2,}/g, '\n')
    .replaceAll('-->', '→')
    .trim()
}

/** Cues as a WebVTT file. Cues without text or with impossible times are left out. */
export function toWebVtt(cues: readonly PlainCue[]): string {
  const kept = cues.filter((cue) => textOf(cue) !== '' && cue.startSeconds >= 0 && Number.isFinite(cue.endSeconds))
  const blocks = kept.map((cue) => `${clock(cue.startSeconds)} --> ${clock(cue.endSeconds)}\n${textOf(cue)}\n`)
  return ['WEBVTT\n', ...blocks].join('\n')
}
