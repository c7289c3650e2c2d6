import { afterAll, expect, test } from 'vitest'
import type { NewUser } from '@/lib/accounts/create-user'
import { db } from '@/lib/core/db/db'
import { setEnv } from '@/lib/core/env'
import { newId } from '@/lib/core/ids'
import { Problem } from '@/lib/core/problem/problem'
import { finishImport } from '@/lib/imports/end-import'
import { announceEnd } from '@/lib/jobs/end/announce-end'
import { startMailServer } from '@/test/origin/mail-server'
import { newUser, useService } from '@/test/service'
import type { NoticeOf } from './queue-notices'
import { sendNotice } from './send-notice'

const server = await startMailServer()
afterAll(() => server.close())
const MAIL = { MAIL_SERVER: server.url, MAIL_FROM: 'Verbatim <hello@verbatim.test>' }
const service = await useService(MAIL)

/** The mails to a user so far. The service's executor sends them too, whenever it comes to it. */
const mailsTo = ({ email }: NewUser) => server.mails.filter(({ to }) => to.includes(email))

/** A running job of a user's, asked for so many seconds ago. */
async function runningJob({ userId }: NewUser, secondsAgo: number, forImport = false): Promise<string> {
  const url = `https://media.example/${newId()}`
  const title = 'A talk\r\nBcc: everybody@verbatim.test'
  const media = await db().media.create({ data: { id: newId(), platform: 'podcast', videoId: url, url, title } })
  const job = await db().job.create({
    data: { id: newId(), mediaId: media.id, requestedLang: 'en', status: 'in_progress' },
  })
  const item = await db().libraryItem.create({
    data: { id: newId(), userId, mediaId: media.id, requestedLang: 'en', jobId: job.id },
  })
  const createdAt = new Date(Date.now() - secondsAgo * 1000)
  await db().jobCaller.create({ data: { jobId: job.id, userId, libraryItemId: item.id, createdAt, forImport } })
  return job.id
}

const want = ({ apiKey }: NewUser, id: string, email = true) =>
  service.call('PUT', `/v1/me/notices/${id}`, { key: apiKey, body: { email } })

/** Ends a job as its run does. */
async function endJob({ userId }: NewUser, jobId: string, problem?: Problem): Promise<void> {
  await db().$transaction(async (tx) => {
    await tx.job.update({ where: { id: jobId }, data: { status: problem ? 'error' : 'done', finishedAt: new Date() } })
    await announceEnd(tx, jobId, [userId], problem ? { type: 'job.error', problem } : { type: 'job.done' })
  })
}

/** The queued notices about a subject. */
async function queued(subjectId: string): Promise<NoticeOf[]> {
  const events = await db().event.findMany({ where: { name: 'notice/due' } })
  return events.map(({ body }) => (body as { data: NoticeOf }).data).filter((data) => data.subjectId === subjectId)
}

test('a job of more than a minute is followed by one mail, however often its run sends it', async () => {
  const user = await newUser()
  const jobId = await runningJob(user, 61)
  expect(await want(user, jobId)).toMatchObject({ status: 200, body: { email: true } })
  await endJob(user, jobId)
  const [notice, ...others] = await queued(jobId)
  expect(others).toEqual([])
  if (!notice) throw new Error('nothing is queued')
  await Promise.all([sendNotice(notice), sendNotice(notice)])
  await sendNotice(notice)
  const [mail, ...again] = mailsTo(user)
  expect(again).toEqual([])
  expect(mail?.to).toEqual([user.email])
  expect(mail?.email.subject).toBe('Transcript ready: A talk Bcc: everybody@verbatim.test')
  expect(mail?.email.text).toMatch(/http:\/\/localhost:3000\/transcripts\/[0-9a-f-]{36}/)
  const header = mail?.email.headers.find(({ key }) => key === 'list-unsubscribe')
  expect(header?.value).toBe('<http://localhost:3000/settings#notifications>')
})

test('a mail server that refuses leaves the mail to the next attempt', async () => {
  const user = await newUser()
  const jobId = await runningJob(user, 61)
  await want(user, jobId)
  server.refuseNext()
  await endJob(user, jobId)
  const [notice] = await queued(jobId)
  if (!notice) throw new Error('nothing is queued')
  // Whichever attempt is refused, the service's own or this one, a later one brings the mail.
  const sendAndCount = async () => {
    await sendNotice(notice).catch((error: unknown) => expect(String(error)).toContain('The mailbox is full'))
    return mailsTo(user).length
  }
  await expect.poll(sendAndCount).toBe(1)
  expect(await sendAndCount()).toBe(1)
})

test('nothing is queued for a short, cancelled or imported job, or for one without a requested notice', async () => {
  const user = await newUser()
  const [short, cancelled, imported, unasked] = [
    await runningJob(user, 30),
    await runningJob(user, 61),
    await runningJob(user, 61, true),
    await runningJob(user, 61),
  ]
  for (const id of [short, cancelled, imported]) await want(user, id)
  await endJob(user, cancelled, new Problem('cancelled'))
  for (const id of [short, imported, unasked]) await endJob(user, id)
  for (const id of [short, cancelled, imported, unasked]) expect(await queued(id)).toEqual([])
})

test('the setting has every longer job followed by a mail, and says why one failed', async () => {
  const user = await newUser()
  const set = (email_when_done: boolean) =>
    service.call('PUT', '/v1/me/notices', { key: user.apiKey, body: { email_when_done } })
  expect(await set(true)).toMatchObject({ status: 200, body: { email_when_done: true } })
  const jobId = await runningJob(user, 61)
  const problem = new Problem('source_not_found')
  await db().job.update({ where: { id: jobId }, data: { error: { detail: problem.message } } })
  await endJob(user, jobId, problem)
  const [notice] = await queued(jobId)
  if (!notice) throw new Error('nothing is queued')
  await sendNotice(notice)
  expect(mailsTo(user)[0]?.email.subject).toMatch(/^Transcript failed: A talk/)
  await set(false)
  const later = await runningJob(user, 61)
  await endJob(user, later)
  expect(await queued(later)).toEqual([])
})

test('an import is followed by one mail with its counts', async () => {
  const user = await newUser()
  const data = { userId: user.userId, sourceUrl: 'https://show.example/feed', title: 'A show' }
  const { id } = await db().importBatch.create({ data: { id: newId(), ...data, status: 'in_progress', total: 0 } })
  await want(user, id)
  await finishImport(id)
  await finishImport(id)
  const [notice, ...others] = await queued(id)
  expect(others).toEqual([])
  if (!notice) throw new Error('nothing is queued')
  await sendNotice(notice)
  expect(mailsTo(user).map(({ email }) => email.subject)).toEqual(['Import finished: A show'])
})

test('a wish can be taken back, is refused for what is not theirs, and is not kept for what has ended', async () => {
  const [user, other] = [await newUser(), await newUser()]
  const jobId = await runningJob(user, 61)
  expect(await want(other, jobId)).toMatchObject({ status: 404 })
  expect(await want(user, 'nothing')).toMatchObject({ status: 404 })
  await want(user, jobId)
  expect(await want(user, jobId, false)).toMatchObject({ status: 200, body: { email: false } })
  await endJob(user, jobId)
  expect(await queued(jobId)).toEqual([])
  expect(await want(user, jobId)).toMatchObject({ status: 200, body: { email: false } })
})

test('without a mail server no mail can be asked for', async () => {
  const user = await newUser()
  const jobId = await runningJob(user, 61)
  setEnv({ MAIL_SERVER: '', MAIL_FROM: '' })
  expect(await want(user, jobId)).toMatchObject({ status: 503, body: { code: 'mail_unavailable' } })
  setEnv(MAIL)
})
