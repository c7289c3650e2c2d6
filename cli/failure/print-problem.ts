import type { ProblemBody } from '@/lib/core/problem/problem-schema'
import { printable } from '../terminal/printable'
import { shellWord } from '../terminal/shell-word'

/** The command for each recording of a page with several. */
function choices({ links }: ProblemBody['context']): string[] {
  const named = Array.isArray(links) ? links.filter((link) => typeof link === 'string') : []
  return named.map((link) => `  verbatim get ${shellWord(link)}`)
}

/**
 * A problem for people: its sentence, the commands that get the recordings to choose from, and for an internal error the id of the
 * request.
 */
export function problemWords({ code, detail, request_id, context }: ProblemBody): string {
  const quote = code === 'internal_error' && request_id ? [`Request id: ${request_id}`] : []
  return printable([detail, ...choices(context), ...quote].join('\n'))
}

/** JSON leaves the C1 control characters as they are, which terminals obey. */
function escaped(json: string): string {
  return json.replace(/[\u007f-\u009f]/g, (character) => `\\u00${character.charCodeAt(0).toString(16)}`)
}

/** Prints to standard error why a command ends: in words, or the problem as one JSON object. */
export function printProblem(problem: ProblemBody, { json }: { json: boolean }): void {
  const text = json ? escaped(JSON.stringify(problem, null, 2)) : `verbatim: ${problemWords(problem)}`
  process.stderr.write(`${text}\n`)
}
