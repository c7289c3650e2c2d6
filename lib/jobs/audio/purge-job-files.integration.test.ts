import { mkdir, readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { db } from '@/lib/core/db/db'
import { newId } from '@/lib/core/ids'
import { workDir } from '@/lib/core/storage/work-dir'
import { useDatabase } from '@/test/database'
import { jobFiles } from './job-files'
import { purgeJobFiles } from './purge-job-files'

await useDatabase()

/** A job without a worker on this machine. */
async function jobElsewhere(): Promise<string> {
  const id = newId()
  await db().media.create({ data: { id, platform: 'podcast', videoId: id, url: `http://a.example/${id}` } })
  await db().job.create({ data: { id, mediaId: id, requestedLang: 'en', runningKey: id } })
  return id
}

test('files of a job that another machine has ended go, those of a job that runs and of programs stay', async () => {
  const [job, gone] = [await jobElsewhere(), newId()]
  for (const id of [job, gone, 'yt-dlp-update', `look-${newId()}`]) {
    await mkdir(path.join(workDir(), id), { recursive: true })
    await writeFile(path.join(workDir(), id, path.basename(jobFiles(id).audio)), 'sound')
  }
  expect(await purgeJobFiles()).toBe(1)
  expect(await readdir(workDir())).toEqual(expect.arrayContaining([job, 'yt-dlp-update']))

  await db().job.update({ where: { id: job }, data: { finishedAt: new Date() } })
  expect(await purgeJobFiles()).toBe(1)
  expect((await readdir(workDir())).toSorted()).toEqual([expect.stringMatching(/^look-/), 'yt-dlp-update'])
  expect(await purgeJobFiles()).toBe(0)
})
