/** Preparing is the first tenth of a job's progress, assembling the last twentieth. */
export const PREPARED = 0.1
export const TRANSCRIBED = 0.95

/**
 * The progress of a job as a share of its work, 0 to 1. Null until a part of the text is there: the progress of a job's
 * preparation counts steps, which take very different times.
 */
export function measuredProgress(progress: number): number | null {
  return progress > PREPARED ? progress : null
}
