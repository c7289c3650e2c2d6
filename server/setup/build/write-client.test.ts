import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'

const folder = mkdtempSync(path.join(tmpdir(), 'write-client-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
mkdirSync(path.join(folder, 'prisma/schema'), { recursive: true })

const program = path.resolve('server/setup/build/write-client.mjs')
const write = (name: string, text: string) => writeFileSync(path.join(folder, 'prisma/schema', name), text)
const writeClient = () => execFileSync(process.execPath, [program], { cwd: folder, stdio: 'pipe', encoding: 'utf8' })

write(
  'base.prisma',
  `generator client {
  provider = "prisma-client"
  output   = "../../client"
}
datasource db {
  provider = "postgresql"
}`,
)

test('the client has the models of all files, and is of the version of the library that it runs on', () => {
  write('shows.prisma', 'model Show {\n  id String @id\n  episodes Episode[]\n}')
  write(
    'episodes.prisma',
    'model Episode {\n  id String @id\n  showId String\n  show Show @relation(fields: [showId], references: [id])\n}',
  )
  expect(writeClient()).toBe('')
  const client = (name: string) => readFileSync(path.join(folder, 'client', name), 'utf8')
  expect(client('models.ts')).toContain('./models/Episode')
  expect(client('models/Show.ts')).toContain('episodes')
  const { version } = z
    .object({ version: z.string() })
    .parse(JSON.parse(readFileSync('node_modules/@prisma/client/package.json', 'utf8')))
  expect(client('internal/class.ts')).toContain(`"clientVersion": "${version}"`)
})

test('a mistake in the schema is named with its file and line', () => {
  write('shows.prisma', 'model Show {\n  id Strin @id\n}')
  expect(writeClient).toThrow(/Type "Strin" is neither a built-in type[\s\S]*shows\.prisma:2/)
})
