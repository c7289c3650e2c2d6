import { readFileSync } from 'node:fs'

/** Each word of an asynchronous module, and that of the synchronous one. The order matters. */
const WORDS: readonly [RegExp, string][] = [
  [/(?<!\w)\(await ([\w.]+\([^()]*\))\)/g, '$1'],
  [/\bawait /g, ''],
  [/\basync (?=def|for|with)/g, ''],
  [/\bfor (\w{1,40}) in (.{1,200}):\n {1,40}yield \1$/gm, 'yield from $2'],
  [/\bAwaitable\[(\w+)\]/g, '$1'],
  [/\bAn asynchronous\b/g, 'A'],
  [/\bAsync(?=[A-Z])/g, ''],
  [/\basyncio\b/g, 'time'],
  [/\b__a(?=enter__|exit__)/g, '__'],
  [/\ba(?=close\b|read\b|iter_bytes\b)/g, ''],
  [/\basync_(?=client\b|verbs\b)/g, ''],
]

/** The imports of a block in the order that isort gives them. */
function sortImports(source: string): string {
  const rank = (name: string) => `${/[a-z]/.test(name) ? 1 : 0}${name}`
  const names = (text: string) =>
    [...new Set(text.split(', '))]
      .filter((name) => name !== 'Awaitable')
      .sort((one, other) => (rank(one) < rank(other) ? -1 : 1))
  return source
    .replace(/^from typing import (.*)$/m, (_, list: string) => `from typing import ${names(list).join(', ')}`)
    .replace(/(?:^ *from \.\w.*\n)+/gm, (block) => `${block.trimEnd().split('\n').sort().join('\n')}\n`)
}

/** The synchronous module of an asynchronous one of the Python package. */
export function synchronousModule(name: string): string {
  const source = readFileSync(`sdk/python/src/verbatim/async_${name}.py`, 'utf8')
  const synchronous = WORDS.reduce((text, [words, instead]) => text.replace(words, instead), source)
  return `# Written by "npm run sdk" from async_${name}.py.\n${sortImports(synchronous)}`
}
