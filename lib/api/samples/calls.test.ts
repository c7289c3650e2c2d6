import { expect, test } from 'vitest'
import type { Call } from './call'
import { curlCall } from './curl-call'
import { pythonCall } from './python-call'
import { typescriptCall } from './typescript-call'

const URL = 'https://verbatim.example/v1/watches'
const WATCH: Call = {
  method: 'POST',
  url: URL,
  key: true,
  body: { kind: 'json', value: { url: "https://show.example/bob's", backfill: 2, max_per_day: null } },
  answer: 'json',
}
const LIST: Call = { method: 'GET', url: URL, key: false, query: { limit: '2' }, answer: 'events' }

test('a call is written for curl', () => {
  expect(curlCall(WATCH)).toBe(`curl 'https://verbatim.example/v1/watches' \\
  -H "Authorization: Bearer $VERBATIM_API_KEY" \\
  -H 'Content-Type: application/json' \\
  -d '{"url":"https://show.example/bob'\\''s","backfill":2,"max_per_day":null}'`)
  expect(curlCall(LIST)).toBe(`curl -N -G 'https://verbatim.example/v1/watches' \\
  --data-urlencode 'limit=2'`)
})

test('a call is written in TypeScript', () => {
  expect(typescriptCall(WATCH)).toBe(`const response = await fetch('https://verbatim.example/v1/watches', {
  method: 'POST',
  headers: {
    Authorization: \`Bearer \${process.env.VERBATIM_API_KEY}\`,
    'Content-Type': 'application/json',
  },
  body: JSON.stringify({
    url: 'https://show.example/bob\\'s',
    backfill: 2,
    max_per_day: null,
  }),
})
if (!response.ok) throw new Error(await response.text())
console.log(await response.json())`)
  expect(typescriptCall(LIST)).toBe(`const query = new URLSearchParams({ limit: '2' })
const response = await fetch(\`https://verbatim.example/v1/watches?\${query}\`)
if (!response.ok) throw new Error(await response.text())
const decoder = new TextDecoder()
for await (const bytes of response.body) process.stdout.write(decoder.decode(bytes, { stream: true }))`)
})

test('a call is written in Python', () => {
  expect(pythonCall(WATCH)).toBe(`import os

import requests

response = requests.post(
    "https://verbatim.example/v1/watches",
    headers={"Authorization": f"Bearer {os.environ['VERBATIM_API_KEY']}"},
    json={
        "url": "https://show.example/bob's",
        "backfill": 2,
        "max_per_day": None,
    },
    timeout=60,
)
response.raise_for_status()
print(response.json())`)
  expect(pythonCall(LIST)).toBe(`import requests

response = requests.get(
    "https://verbatim.example/v1/watches",
    params={"limit": "2"},
    stream=True,
    timeout=60,
)
response.raise_for_status()
for line in response.iter_lines(decode_unicode=True):
    print(line)`)
})
