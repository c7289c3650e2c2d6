import { FRAME_MS } from './read-levels'

const BLOCK_FRAMES = 10_000 / FRAME_MS
const BLOCKS_EACH_SIDE = 2
const LOWEST_DB = -120
/** Below this even the quietest speech is lost in the rounding of 16 bits. */
const INAUDIBLE_DB = -84
/** Steady noise strays less than 2 dB from its mean in 20 ms; syllables stand out far more. */
const ABOVE_FLOOR_DB = 4
const FLOOR_SHARE = 0.1
/** Shorter than the shortest syllable: clicks. */
const SHORTEST_FRAMES = 100 / FRAME_MS

const bin = (level: number) => Math.min(-LOWEST_DB, Math.max(0, Math.round(level - LOWEST_DB)))

/** How many frames of each whole decibel a block of ten seconds has. */
function histogramsOf(levels: Float32Array): Uint16Array[] {
  const blocks = Array.from({ length: Math.ceil(levels.length / BLOCK_FRAMES) }, () => new Uint16Array(1 - LOWEST_DB))
  levels.forEach((level, frame) => {
    const block = blocks[Math.floor(frame / BLOCK_FRAMES)]
    if (block) block[bin(level)] = (block[bin(level)] ?? 0) + 1
  })
  return blocks
}

/** The background's loudness around a block: the tenth percentile of the surrounding fifty seconds. */
function floorAround(blocks: readonly Uint16Array[], index: number): number {
  const near = blocks.slice(Math.max(0, index - BLOCKS_EACH_SIDE), index + BLOCKS_EACH_SIDE + 1)
  const counts = Array.from({ length: 1 - LOWEST_DB }, (_, db) =>
    near.reduce((sum, block) => sum + (block[db] ?? 0), 0),
  )
  const wanted = FLOOR_SHARE * counts.reduce((sum, count) => sum + count, 0)
  let seen = 0
  const found = counts.findIndex((count) => {
    seen += count
    return seen >= wanted && seen > 0
  })
  return LOWEST_DB + Math.max(0, found)
}

function dropShortRuns(active: Uint8Array): void {
  for (let start = 0; start < active.length; ) {
    let end = start + 1
    while (end < active.length && active[end] === active[start]) end++
    if (active[start] === 1 && end - start < SHORTEST_FRAMES) active.fill(0, start, end)
    start = end
  }
}

/**
 * Which frames may hold speech (1) and which can't (0): those that stand out from the background of their surroundings
 * for at least 100 ms. Leans to 1: music and chatter count, digital silence, hiss, hum and clicks don't.
 */
export function findActivity(levels: Float32Array): Uint8Array {
  const blocks = histogramsOf(levels)
  const thresholds = blocks.map((_, index) => Math.max(INAUDIBLE_DB, floorAround(blocks, index) + ABOVE_FLOOR_DB))
  const active = new Uint8Array(levels.length)
  levels.forEach((level, frame) => {
    const around = ((levels[frame - 1] ?? level) + level + (levels[frame + 1] ?? level)) / 3
    active[frame] = around > (thresholds[Math.floor(frame / BLOCK_FRAMES)] ?? 0) ? 1 : 0
  })
  dropShortRuns(active)
  return active
}
