const MOST_CHARACTERS = 300

/** What an error says, as a server is told of it that only has to show it: not what a program printed, which is logged. */
export function toSentence(error: unknown): string {
  const [line = ''] = (error instanceof Error ? error.message : String(error)).trim().split('\n', 1)
  return line.length > MOST_CHARACTERS ? `${line.slice(0, MOST_CHARACTERS)}…` : line
}
