import { expect, test } from 'vitest'
import { db } from '@/lib/core/db/db'
import { newId } from '@/lib/core/ids'
import { newUser, useService } from '@/test/service'
import type { JobList } from './contract'

const service = await useService()
const { apiKey: key, userId } = await newUser()

/** A job of the user, created the given minutes ago. */
async function job(of: string, status: 'queued' | 'done', minutesAgo: number): Promise<string> {
  const url = `https://media.example/${newId()}`
  const media = await db().media.create({ data: { id: newId(), platform: 'podcast', videoId: url, url } })
  const createdAt = new Date(Date.now() - minutesAgo * 60_000)
  const { id } = await db().job.create({ data: { id: newId(), mediaId: media.id, requestedLang: 'en', status } })
  await db().jobCaller.create({ data: { jobId: id, userId: of, libraryItemId: newId(), createdAt } })
  return id
}

const list = async (query = '') => (await service.call('GET', `/v1/jobs${query}`, { key })).body as JobList
const idsOf = ({ jobs }: JobList) => jobs.map(({ job_id }) => job_id)

const first = await job(userId, 'done', 3)
const left = await job(userId, 'queued', 2)
const last = await job(userId, 'queued', 1)
await job((await newUser()).userId, 'queued', 0)
await service.call('DELETE', `/v1/jobs/${left}`, { key })

test('the caller’s own jobs are listed by when they were asked for, the last one first', async () => {
  const found = await list()
  expect(idsOf(found)).toEqual([last, left, first])
  expect(found.jobs[0]).toMatchObject({ status: 'queued', platform: 'podcast', lang: 'en', error: null })
  expect(found.jobs[0]).not.toHaveProperty('transcript')
  expect(found.next_cursor).toBeNull()
})

test('pages follow each other, also when a job begins in between', async () => {
  const page = await list('?limit=2')
  expect(idsOf(page)).toEqual([last, left])
  const between = await job(userId, 'queued', 0)
  const next = await list(`?limit=2&cursor=${page.next_cursor}`)
  expect([idsOf(next), next.next_cursor]).toEqual([[first], null])
  await db().job.delete({ where: { id: between } })
})

test('a job that is deleted between two pages does not end the list', async () => {
  const { apiKey: other, userId: owner } = await newUser()
  const mine = async (query: string) => (await service.call('GET', `/v1/jobs${query}`, { key: other })).body as JobList
  const ids = [await job(owner, 'done', 3), await job(owner, 'done', 2), await job(owner, 'done', 1)]
  const page = await mine('?limit=2')
  await db().job.deleteMany({ where: { id: { in: idsOf(page) } } })
  expect(idsOf(await mine(`?limit=2&cursor=${page.next_cursor}`))).toEqual([ids[0]])
  expect((await service.call('GET', '/v1/jobs?cursor=1', { key: other })).status).toBe(422)
})

test('jobs are filtered by their status; one that the caller cancelled has failed', async () => {
  expect(idsOf(await list('?status=queued'))).toEqual([last])
  expect(idsOf(await list('?status=done'))).toEqual([first])
  const { jobs } = await list('?status=error')
  expect(jobs).toMatchObject([{ job_id: left, status: 'error', error: { code: 'cancelled' } }])
  expect((await service.call('GET', '/v1/jobs?status=lost', { key })).status).toBe(422)
})
