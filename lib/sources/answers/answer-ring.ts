import { randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { env } from '@/lib/core/env'
import { parseJson } from '@/lib/core/parse-json'

const MAX_FILES = 50
const MAX_BYTES = 5 * 1024 * 1024
const NAME = /^\d{8}T\d{9}Z-[a-z]{1,20}-[0-9a-f]{8}\.json$/

const keptAnswerSchema = z.object({
  kept_at: z.string(),
  version: z.string(),
  platform: z.string(),
  /** The extractor of the request. */
  extractor: z.string(),
  /** Why the answer was not understood. */
  reason: z.string().nullable(),
  /** Null: the words of a program, such as yt-dlp. */
  host: z.string().nullable(),
  path: z.string().nullable(),
  status: z.int().nullable(),
  content_type: z.string().nullable(),
  /** How long the answer was; `body` may be its beginning. */
  body_bytes: z.int(),
  /** The beginning of the answer, redacted. */
  body: z.string(),
})

/** An answer of a platform that was not understood, redacted. */
export type KeptAnswer = z.infer<typeof keptAnswerSchema>

/** The folder of the answers that were not understood. */
export function keptAnswersFolder(): string {
  return path.join(env().dataDir, 'not-understood')
}

/** The names of the kept answers, the newest first. */
async function listNames(): Promise<string[]> {
  try {
    return (await readdir(keptAnswersFolder()))
      .filter((name) => NAME.test(name))
      .sort()
      .reverse()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

/** Removes the oldest files until at most 50, of at most 5 MiB together, are left. */
async function dropOldest(): Promise<void> {
  const folder = keptAnswersFolder()
  let bytes = 0
  for (const [index, name] of (await listNames()).entries()) {
    const file = path.join(folder, name)
    bytes += (await stat(file)).size
    if (index >= MAX_FILES || bytes > MAX_BYTES) await rm(file, { force: true })
  }
}

/** Stores an answer, and deletes the oldest. Only the owner of the data folder can read it. */
export async function writeKeptAnswer(answer: KeptAnswer): Promise<void> {
  const folder = keptAnswersFolder()
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const time = answer.kept_at.replace(/[-:.]/g, '')
  const file = path.join(folder, `${time}-${answer.platform}-${randomBytes(4).toString('hex')}.json`)
  await writeFile(`${file}.part`, `${JSON.stringify(answer, null, 2)}\n`, { mode: 0o600 })
  await rename(`${file}.part`, file)
  await dropOldest()
}

/** The answers that were not understood, the newest first. What is damaged is left out. */
export async function listKeptAnswers(): Promise<(KeptAnswer & { name: string })[]> {
  const answers: (KeptAnswer & { name: string })[] = []
  for (const name of await listNames()) {
    const text = await readFile(path.join(keptAnswersFolder(), name), 'utf8').catch(() => null)
    const parsed = text === null ? null : keptAnswerSchema.safeParse(parseJson(text))
    if (parsed?.success) answers.push({ name, ...parsed.data })
  }
  return answers
}
