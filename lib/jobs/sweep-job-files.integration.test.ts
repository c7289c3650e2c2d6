import { mkdir, readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { db } from '@/lib/platform/db'
import { newId } from '@/lib/platform/ids'
import { workDir } from '@/lib/platform/storage/work-dir'
import { ended, newUser, upload, useService } from '@/test/service'
import { silence } from '@/test/silence'
import type { JobStarted } from './contract'
import { jobFiles } from './job-files'
import { sweepJobFiles } from './sweep-job-files'

const service = await useService()

test('files of a job that another machine has ended go, those of a job that runs and of programs stay', async () => {
  const { apiKey: key } = await newUser()
  const object_path = await upload(service, key, 'speech.wav', silence(5))
  const answer = await service.call('POST', '/v1/transcript', { key, body: { upload: object_path } })
  const { job_id } = answer.body as JobStarted
  await ended(service, key, job_id)
  const gone = newId()
  for (const id of [job_id, gone, 'yt-dlp-update']) {
    await mkdir(path.join(workDir(), id), { recursive: true })
    await writeFile(path.join(workDir(), id, path.basename(jobFiles(id).audio)), 'sound')
  }
  await db().job.update({ where: { id: job_id }, data: { finishedAt: null } })
  expect(await sweepJobFiles()).toBe(1)
  expect((await readdir(workDir())).toSorted()).toEqual([job_id, 'yt-dlp-update'].toSorted())

  await db().job.update({ where: { id: job_id }, data: { finishedAt: new Date() } })
  expect(await sweepJobFiles()).toBe(1)
  expect(await readdir(workDir())).toEqual(['yt-dlp-update'])
  expect(await sweepJobFiles()).toBe(0)
})
