import { PROBLEMS, type ProblemCode, problemRow } from '@/lib/platform/problem-table'

const STATUS_WORDS: Readonly<Record<number, string>> = {
  401: 'Who are you',
  402: 'Out of allowance',
  403: 'Not allowed',
  404: 'Not there',
  405: 'Wrong method',
  408: 'Too long on its way',
  409: 'Not now',
  410: 'No longer',
  413: 'Too large',
  414: 'Too long',
  415: 'Not readable',
  422: 'The request is not right',
  429: 'Too much',
  431: 'Too many headers',
  500: 'Our fault',
  502: 'Not understood',
  503: 'Unavailable',
  504: 'Too slow',
}

function waitWords(seconds: number | null): string {
  if (seconds === null) return 'The same call may work later; the answer says when to try again.'
  const [count, unit] = seconds >= 60 ? [seconds / 60, 'minute'] : [seconds, 'second']
  return `The same call may work later: try again after ${count} ${unit}${count === 1 ? '' : 's'}.`
}

function describeError(code: ProblemCode): string {
  const { title, detail, retryable, retryAfterSeconds } = problemRow(code)
  const retry = retryable ? `\n\n${waitWords(retryAfterSeconds)}` : ''
  return `### \`${code}\`\n\n**${title}.** ${detail}${retry}`
}

/** Every code of the one table of errors as Markdown, by status, each under a heading of its own. */
export function listErrors(): string {
  const codes = Object.keys(PROBLEMS) as ProblemCode[]
  const statuses = [...new Set(codes.map((code) => problemRow(code).status))].sort((one, other) => one - other)
  return statuses
    .map((status) => {
      const own = codes.filter((code) => problemRow(code).status === status)
      const title = [String(status), STATUS_WORDS[status]].filter(Boolean).join(': ')
      return [`## ${title} {#status-${status}}`, ...own.map(describeError)].join('\n\n')
    })
    .join('\n\n')
}
