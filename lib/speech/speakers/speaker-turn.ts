/** A stretch of a recording in which one person speaks. `speaker` counts from 0. */
export type SpeakerTurn = { startMs: number; endMs: number; speaker: number }
