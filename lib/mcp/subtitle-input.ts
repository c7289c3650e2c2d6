import { z } from 'zod'

/** The fields of a tool that say how subtitles are laid out. */
export const subtitleInput = {
  max_line_length: z.int().min(10).max(100).optional().describe('Subtitles: the most characters in a line'),
  max_lines: z.int().min(1).max(4).optional().describe('Subtitles: the most lines in a cue'),
  max_seconds: z.number().min(1).max(60).optional().describe('Subtitles: how long a cue is shown at most'),
  repair: z.boolean().optional().describe('Subtitles: correct reading speed, lengths and gaps'),
}
