import { type Call, KEY } from './call'
import { type Dialect, writeLiteral } from './write-literal'

const WORDS: Readonly<Record<string, string>> = { true: 'True', false: 'False', null: 'None' }

const PYTHON: Dialect = {
  indent: '    ',
  string: (text) => JSON.stringify(text),
  key: (name) => JSON.stringify(name),
  word: (value) => WORDS[String(value)] ?? String(value),
  spaced: false,
  lastComma: ',',
}

const PYTHON_ANSWERS: Record<Call['answer'], string[]> = {
  json: ['print(response.json())'],
  nothing: ['print(response.status_code)'],
  file: ['with open("answer", "wb") as file:', '    file.write(response.content)'],
  events: ['for line in response.iter_lines(decode_unicode=True):', '    print(line)'],
}

function pythonArguments(call: Call): string[] {
  const { body } = call
  const headers = [
    ...(call.key ? [`"Authorization": f"Bearer {os.environ['${KEY}']}"`] : []),
    ...(body?.kind === 'file' ? [`"Content-Type": "${body.mediaType}"`] : []),
    ...Object.entries(call.headers ?? {}).map(([name, value]) => `"${name}": "${value}"`),
  ]
  return [
    ...(call.query ? [`    params=${writeLiteral(call.query, PYTHON, '    ')},`] : []),
    ...(headers.length > 0 ? [`    headers={${headers.join(', ')}},`] : []),
    ...(body?.kind === 'json' ? [`    json=${writeLiteral(body.value, PYTHON, '    ')},`] : []),
    ...(body?.kind === 'form' || body?.kind === 'upload'
      ? [`    data=${writeLiteral(body.fields, PYTHON, '    ')},`]
      : []),
    ...(body?.kind === 'upload' ? [`    files={"file": open("${body.name}", "rb")},`] : []),
    ...(body?.kind === 'file' ? [`    data=open("${body.name}", "rb"),`] : []),
    ...(call.answer === 'events' ? ['    stream=True,'] : []),
    '    timeout=60,',
  ]
}

export function pythonCall(call: Call): string {
  return [
    ...(call.key ? ['import os', ''] : []),
    'import requests',
    '',
    `response = requests.${call.method.toLowerCase()}(`,
    `    "${call.url}",`,
    ...pythonArguments(call),
    ')',
    'response.raise_for_status()',
    ...PYTHON_ANSWERS[call.answer],
  ].join('\n')
}
