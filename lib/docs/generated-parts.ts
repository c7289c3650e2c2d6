import { jsonText } from '@/lib/api/samples/write-literal'
import { isBinary, SUBTITLE_FORMATS } from '@/lib/captions/document-files'
import { DOWNLOADS } from '@/lib/captions/formats/downloads'
import { READ_FORMATS } from '@/lib/captions/formats/formats'
import { env } from '@/lib/core/env'
import { PROBLEMS, type ProblemCode, problemRow } from '@/lib/core/problem/problem-table'
import { TOOLS } from '@/lib/mcp/tools'
import type { PlatformFacts } from '@/lib/platforms/platform-facts'
import { LIST_SITES, listNames, PLATFORM_IDS, SITES } from '@/lib/platforms/platforms'
import { ERROR_GUIDE } from './error-guide'

const STATUS_TITLES: Readonly<Record<number, string>> = {
  400: 'Bad request',
  401: 'Unauthorized',
  402: 'Payment required',
  403: 'Forbidden',
  404: 'Not found',
  405: 'Method not allowed',
  408: 'Request timeout',
  409: 'Conflict',
  410: 'Gone',
  412: 'Precondition failed',
  413: 'Content too large',
  414: 'URI too long',
  415: 'Unsupported media type',
  422: 'Unprocessable content',
  429: 'Too many requests',
  431: 'Request header fields too large',
  451: 'Unavailable for legal reasons',
  500: 'Internal server error',
  502: 'Bad gateway',
  503: 'Service unavailable',
  504: 'Gateway timeout',
}

const EXAMPLE_REQUEST_ID = '0199e3f1-2b7a-7c31-9d0e-5c1f0a9d2f11'

function retryWords(retryable: boolean, seconds: number | null): string {
  if (!retryable) return 'the same request fails again.'
  if (seconds === null) return 'the same request may succeed later. `retry_after` says when, if it is known.'
  const [count, unit] = seconds >= 60 ? [seconds / 60, 'minute'] : [seconds, 'second']
  return `the same request may succeed after ${count} ${unit}${count === 1 ? '' : 's'}.`
}

/** The body of a response with the error: a 422 has the form of a validation error, any other status that of a problem. */
function exampleResponse(code: ProblemCode): string {
  const { status, title, detail, retryable, retryAfterSeconds } = problemRow(code)
  const context = ERROR_GUIDE[code].context ?? {}
  if (status === 422) {
    const { field, input = null, ...ctx } = context
    const loc = field === undefined ? ['body'] : ['body', field]
    return jsonText({ detail: [{ type: code, loc, msg: detail, input, ctx }] })
  }
  return jsonText({
    type: `${env().baseUrl}/docs/errors#${code}`,
    ...{ title, status, detail, code, retryable },
    ...{ retry_after: retryAfterSeconds, request_id: EXAMPLE_REQUEST_ID, context },
  })
}

function describeError(code: ProblemCode): string {
  const { status, title, detail, retryable, retryAfterSeconds } = problemRow(code)
  const { cause, fix } = ERROR_GUIDE[code]
  return [
    `### \`${code}\``,
    `**${title}.** ${detail}`,
    [
      `- **HTTP status:** ${status}`,
      `- **Cause:** ${cause}`,
      `- **Fix:** ${fix}`,
      `- **Retry:** ${retryWords(retryable, retryAfterSeconds)}`,
    ].join('\n'),
    `\`\`\`json Example response\n${exampleResponse(code)}\n\`\`\``,
  ].join('\n\n')
}

/**
 * Lists every error code as Markdown, by HTTP status, each under a separate heading with its cause, fix and an example.
 */
export function listErrors(): string {
  const codes = Object.keys(PROBLEMS) as ProblemCode[]
  const statuses = [...new Set(codes.map((code) => problemRow(code).status))].sort((one, other) => one - other)
  return statuses
    .map((status) => {
      const own = codes.filter((code) => problemRow(code).status === status)
      const title = [String(status), STATUS_TITLES[status]].filter(Boolean).join(': ')
      return [`## ${title} {#status-${status}}`, ...own.map(describeError)].join('\n\n')
    })
    .join('\n\n')
}

/** The formats of transcripts as a table: their other names, and what they contain. */
export function formatTable(): string {
  const rows = DOWNLOADS.filter(({ id }) => !isBinary(id)).map(
    ({ id, aliases, content }) => `| \`${id}\` | ${aliases.map((alias) => `\`${alias}\``).join(', ')} | ${content} |`,
  )
  return ['| format | alias | content |', '| --- | --- | --- |', ...rows].join('\n')
}

/** The media types by which documents are requested without JSON around them, as a table. */
export function mediaTypeTable(): string {
  const rows = DOWNLOADS.filter(({ id }) => id !== 'json' && !isBinary(id)).map(
    ({ id, mediaType }) => `| \`${id}\` | \`${mediaType}\` |`,
  )
  return ['| format | `Accept` |', '| --- | --- |', ...rows].join('\n')
}

/** The formats whose layout can be changed. */
export function subtitleFormats(): string {
  return SUBTITLE_FORMATS.map((id) => `\`${id}\``).join(', ')
}

/** The formats that caption files are read in, as a table: how their names end, and where they are from. */
export function captionFormatTable(): string {
  const rows = READ_FORMATS.map(
    ({ label, endings, origin }) =>
      `| ${label} | ${endings.map((ending) => `\`.${ending}\``).join(', ')} | ${origin} |`,
  )
  return ['| format | file names | from |', '| --- | --- | --- |', ...rows].join('\n')
}

/** A link that adds the connector to Cursor. https://cursor.com/docs/mcp/install-links */
export function cursorLink(): string {
  const config = Buffer.from(JSON.stringify({ url: `${env().baseUrl}/mcp` })).toString('base64')
  return `cursor://anysphere.cursor-deeplink/mcp/install?name=verbatim&config=${encodeURIComponent(config)}`
}

/** A link that adds the connector to VS Code. https://code.visualstudio.com/api/extension-guides/ai/mcp */
export function vscodeLink(): string {
  const server = { name: 'verbatim', type: 'http', url: `${env().baseUrl}/mcp` }
  return `vscode:mcp/install?${encodeURIComponent(JSON.stringify(server))}`
}

/** The tools of the connector as a table: what each is for, and the scopes it needs. */
export function toolTable(): string {
  const rows = TOOLS.map(({ name, title, scopes }) => {
    const needed = scopes.map((scope) => `\`${scope}\``).join(', ')
    return `| \`${name}\` | ${title} | ${needed} |`
  })
  return ['| tool | what it does | scope |', '| --- | --- | --- |', ...rows].join('\n')
}

const CAPTIONED = SITES.filter(({ hasCaptions }: PlatformFacts) => hasCaptions)
const SILENT = SITES.filter(({ hasCaptions }: PlatformFacts) => !hasCaptions)

/** The rows of the table of sources that name the sites. */
export function siteRows(): string {
  return [
    `| ${listNames(CAPTIONED, 'and')} | from the platform | the audio is transcribed |`,
    `| ${listNames(SILENT, 'and')} | none | the audio is transcribed |`,
  ].join('\n')
}

/** The platforms, with what each offers and how it was tried. */
export function platformTable(): string {
  const rows = SITES.map(({ name, hasCaptions, lists, triedAgainst }: PlatformFacts) => {
    return `| ${name} | ${hasCaptions ? 'yes' : 'no'} | ${lists ?? 'none'} | ${triedAgainst ?? 'answers made by hand'} |`
  })
  return ['| platform | captions | lists for import | tried against |', '| --- | --- | --- | --- |', ...rows].join('\n')
}

export function siteSentences(): string {
  return [
    `Videos are those of ${listNames(SITES, 'and')}; ${listNames(SILENT, 'and')} offer no captions.`,
    `Lists are those of ${listNames(LIST_SITES, 'and')}.`,
  ].join('\n')
}

/** The lists that can be imported, as a table. */
export function listTable(): string {
  const rows = LIST_SITES.map(({ name, lists }) => `| ${name} | ${lists} |`)
  return ['| platform | lists |', '| --- | --- |', ...rows].join('\n')
}

/** The values by which a library is filtered. */
export function platformIds(): string {
  return PLATFORM_IDS.map((id) => `\`${id}\``).join(', ')
}
