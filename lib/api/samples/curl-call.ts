import { type Call, KEY } from './call'

/** In single quotes, as a shell takes it. */
function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}

function curlBody({ body }: Call): string[] {
  if (!body) return []
  if (body.kind === 'json') return [`-H 'Content-Type: application/json'`, `-d ${quote(JSON.stringify(body.value))}`]
  if (body.kind === 'form') {
    return Object.entries(body.fields).map(([name, value]) => `--data-urlencode ${quote(`${name}=${value}`)}`)
  }
  if (body.kind === 'upload') {
    const fields = Object.entries(body.fields).map(([name, value]) => `-F ${quote(`${name}=${value}`)}`)
    return [`-F file=@${body.name}`, ...fields]
  }
  return [`-H 'Content-Type: ${body.mediaType}'`, `--data-binary @${body.name}`]
}

/** The call with curl, whose answer is shown. */
export function curlCall(call: Call): string {
  const flags = `${call.answer === 'events' ? '-N ' : ''}${call.query ? '-G ' : ''}`
  const usual = call.body ? 'POST' : 'GET'
  const method = call.method === usual ? '' : `-X ${call.method} `
  const parts = [
    `curl ${flags}${method}${quote(call.url)}`,
    ...(call.key ? [`-H "Authorization: Bearer $${KEY}"`] : []),
    ...Object.entries(call.headers ?? {}).map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`),
    ...Object.entries(call.query ?? {}).map(([name, value]) => `--data-urlencode ${quote(`${name}=${value}`)}`),
    ...curlBody(call),
    ...(call.answer === 'file' ? ['-o answer'] : []),
  ]
  return parts.join(' \\\n  ')
}
