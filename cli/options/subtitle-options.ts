import { type Command, InvalidArgumentError } from 'commander'
import type { LayoutOptions } from '@/lib/captions/layout/subtitle-layout'
import { parseCount } from './parse-count'

/** The layout of subtitles, as options of a command. */
export type SubtitleOptions = { maxLineLength?: number; maxLines?: number; maxSeconds?: number; repair?: boolean }

function parseSeconds(text: string): number {
  const seconds = Number(text)
  if (/^\d{1,2}(?:\.\d{1,3})?$/.test(text) && seconds >= 1 && seconds <= 60) return seconds
  throw new InvalidArgumentError('It is a number from 1 to 60.')
}

export function addSubtitleOptions(command: Command): Command {
  return command
    .option('--max-line-length <n>', 'subtitles: the most characters in a line, 10 to 100', parseCount(10, 100))
    .option('--max-lines <n>', 'subtitles: the most lines in a cue, 1 to 4', parseCount(1, 4))
    .option('--max-seconds <n>', 'subtitles: how long a cue is shown at most, 1 to 60', parseSeconds)
    .option('--repair', 'subtitles: correct reading speed, lengths and gaps')
}

export function subtitleFieldsOf(options: SubtitleOptions): LayoutOptions {
  const { maxLineLength, maxLines, maxSeconds, repair } = options
  return {
    ...(maxLineLength === undefined ? {} : { max_line_length: maxLineLength }),
    ...(maxLines === undefined ? {} : { max_lines: maxLines }),
    ...(maxSeconds === undefined ? {} : { max_seconds: maxSeconds }),
    ...(repair ? { repair } : {}),
  }
}
