import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { routes } from '@/lib/api/routes'
import { TOOLS } from '@/lib/mcp/tools'
import { AMPLIFIERS } from './amplifiers'
import { BOUNDED } from './bounded-operations'

/** The pages and files that Next serves. */
function pages(): string[] {
  const below = (folder: string) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`)
  return [
    ...below('app').filter((file) => /\/(?:page|route)\.tsx?$/.test(file)),
    ...below('pages').filter((file) => file.endsWith('.tsx')),
  ]
}

test('every operation, tool and page is driven with its worst input, or has a reason why its output is bounded', () => {
  const served = [
    ...routes.map(({ operation }) => operation.id),
    ...TOOLS.map(({ name }) => `tool:${name}`),
    ...pages(),
  ]
  expect([...Object.keys(AMPLIFIERS), ...BOUNDED].sort()).toEqual(served.sort())
})
