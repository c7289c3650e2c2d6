import { type Call, KEY } from './call'
import { type Dialect, writeLiteral } from './write-literal'

const TYPESCRIPT: Dialect = {
  indent: '  ',
  string: (text) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`,
  key: (name) => (/^[A-Za-z_]\w*$/.test(name) ? name : `'${name}'`),
  word: String,
  spaced: true,
  lastComma: ',',
}

function typescriptInit(call: Call): string[] {
  const { body } = call
  const headers = [
    ...(call.key ? [`    Authorization: \`Bearer \${process.env.${KEY}}\`,`] : []),
    ...(body?.kind === 'json' ? ["    'Content-Type': 'application/json',"] : []),
    ...(body?.kind === 'file' ? [`    'Content-Type': '${body.mediaType}',`] : []),
    ...Object.entries(call.headers ?? {}).map(([name, value]) => `    '${name}': '${value}',`),
  ]
  return [
    ...(call.method === 'GET' ? [] : [`  method: '${call.method}',`]),
    ...(headers.length > 0 ? ['  headers: {', ...headers, '  },'] : []),
    ...(body?.kind === 'json' ? [`  body: JSON.stringify(${writeLiteral(body.value, TYPESCRIPT, '  ')}),`] : []),
    ...(body?.kind === 'form' ? [`  body: new URLSearchParams(${writeLiteral(body.fields, TYPESCRIPT, '  ')}),`] : []),
    ...(body?.kind === 'upload' ? ['  body: form,'] : []),
    ...(body?.kind === 'file' ? [`  body: await readFile('${body.name}'),`] : []),
  ]
}

const TYPESCRIPT_ANSWERS: Record<Call['answer'], string[]> = {
  json: ['console.log(await response.json())'],
  nothing: ['console.log(response.status)'],
  file: ["await writeFile('answer', Buffer.from(await response.arrayBuffer()))"],
  events: [
    'const decoder = new TextDecoder()',
    'for await (const bytes of response.body) process.stdout.write(decoder.decode(bytes, { stream: true }))',
  ],
}

/** A form with a file is put together before the call. */
function typescriptForm({ body }: Call): string[] {
  if (body?.kind !== 'upload') return []
  const { string } = TYPESCRIPT
  return [
    'const form = new FormData()',
    `form.set('file', await openAsBlob('${body.name}'), '${body.name}')`,
    ...Object.entries(body.fields).map(([name, value]) => `form.set(${string(name)}, ${string(value)})`),
  ]
}

/** The call in TypeScript, with the `fetch` that Node and browsers have. */
export function typescriptCall(call: Call): string {
  const files = [...(call.body?.kind === 'file' ? ['readFile'] : []), ...(call.answer === 'file' ? ['writeFile'] : [])]
  const init = typescriptInit(call)
  const address = call.query ? `\`${call.url}?\${query}\`` : `'${call.url}'`
  return [
    ...(files.length > 0 ? [`import { ${files.join(', ')} } from 'node:fs/promises'`, ''] : []),
    ...(call.body?.kind === 'upload' ? ["import { openAsBlob } from 'node:fs'", ''] : []),
    ...typescriptForm(call),
    ...(call.query ? [`const query = new URLSearchParams(${writeLiteral(call.query, TYPESCRIPT)})`] : []),
    `const response = await fetch(${address}${init.length > 0 ? ', {' : ')'}`,
    ...init,
    ...(init.length > 0 ? ['})'] : []),
    'if (!response.ok) throw new Error(await response.text())',
    ...TYPESCRIPT_ANSWERS[call.answer],
  ].join('\n')
}
