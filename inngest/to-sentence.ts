const MAX_CHARACTERS = 300

/** An error in a sentence, for a server that only shows it: without the output of programs, which is logged. */
export function toSentence(error: unknown): string {
  const [line = ''] = (error instanceof Error ? error.message : String(error)).trim().split('\n', 1)
  return line.length > MAX_CHARACTERS ? `${line.slice(0, MAX_CHARACTERS)}…` : line
}
