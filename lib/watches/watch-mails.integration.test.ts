import { afterAll, expect, test } from 'vitest'
import type { NewUser } from '@/lib/accounts/create-user'
import { db } from '@/lib/core/db/db'
import { newId } from '@/lib/core/ids'
import { Problem } from '@/lib/core/problem/problem'
import { finishImport } from '@/lib/imports/end-import'
import { queueDailyWatchNotices } from '@/lib/notices/queue-notices'
import { startMailServer } from '@/test/origin/mail-server'
import { newUser, useService } from '@/test/service'
import { storeFailure } from './check/check-watch'

const server = await startMailServer()
afterAll(() => server.close())
const service = await useService({ MAIL_SERVER: server.url, MAIL_FROM: 'Verbatim <hello@verbatim.test>' })

const DAY_MS = 86_400_000
const subjectsTo = ({ email }: NewUser) =>
  server.mails.filter(({ to }) => to.includes(email)).map((mail) => mail.email.subject)

const choose = (user: NewUser, watches: string) =>
  service.call('PUT', '/v1/me/notices', { key: user.apiKey, body: { email_when_done: false, watches } })

async function newWatch({ userId }: NewUser, data: object = {}) {
  const key = newId()
  const source = { sourceUrl: `https://${key}.example/feed.xml`, sourceKey: key, host: `${key}.example` }
  return db().watch.create({
    data: { id: newId(), userId, ...source, title: 'The Show', everySeconds: 3600, ...data },
  })
}

/** Ends a batch of a watch with these outcomes. */
async function bring({ userId }: NewUser, watchId: string, titles: readonly string[]): Promise<void> {
  const id = newId()
  const facts = { sourceUrl: 'https://show.example/', title: 'The Show', watchId, total: titles.length }
  await db().importBatch.create({ data: { id, userId, ...facts, status: 'in_progress' } })
  await db().importItem.createMany({
    data: titles.map((title, position) => ({
      ...{ batchId: id, position, userId, guid: title, title, audioUrl: 'https://show.example/a.mp3' },
      ...{ host: 'show.example', state: 'done' as const, finishedAt: new Date() },
    })),
  })
  await finishImport(id)
}

/** How many mails are queued for a user. */
async function countQueued({ userId }: NewUser): Promise<number> {
  const events = await db().event.findMany({ where: { name: 'notice/due' } })
  return events.filter(({ body }) => JSON.stringify(body).includes(userId)).length
}

test('a mail follows new transcripts of a watch where its user wants one each time, and none by default', async () => {
  const [each, quiet] = [await newUser(), await newUser()]
  expect((await choose(each, 'each')).body).toMatchObject({ watches: 'each' })
  for (const user of [each, quiet]) await bring(user, (await newWatch(user)).id, ['One', 'Two'])
  await expect.poll(() => subjectsTo(each)).toEqual(['2 new transcripts: The Show'])
  const mail = server.mails.find(({ to }) => to.includes(each.email))
  expect(mail?.email.text).toContain('New from “The Show”: “One”, “Two”.')
  expect(mail?.email.text).toContain('/imports/following/')
  expect(await countQueued(quiet)).toBe(0)
})

test('a daily mail lists all items since the last one, once a day, and only when there are new ones', async () => {
  const [user, idle] = [await newUser(), await newUser()]
  for (const one of [user, idle]) await choose(one, 'daily')
  await newWatch(idle)
  await bring(user, (await newWatch(user)).id, ['One'])
  await bring(user, (await newWatch(user)).id, ['Two', 'Three'])
  await Promise.all([queueDailyWatchNotices(), queueDailyWatchNotices()])
  await expect.poll(() => subjectsTo(user)).toEqual(['3 new transcripts from what you follow'])
  await bring(user, (await newWatch(user)).id, ['Four'])
  await queueDailyWatchNotices()
  expect(await countQueued(user)).toBe(1)
  await queueDailyWatchNotices(new Date(Date.now() + DAY_MS + 1000))
  await expect
    .poll(() => subjectsTo(user))
    .toEqual(['3 new transcripts from what you follow', '1 new transcript from what you follow'])
  expect(await countQueued(idle)).toBe(0)
})

test('a watch that fails for 30 days is paused with a mail, and one that fails for a day is not', async () => {
  const user = await newUser()
  const claimed = { claims: 1, leaseUntil: new Date(Date.now() + DAY_MS), firstReadAt: new Date(0) }
  const long = await newWatch(user, { ...claimed, failingSince: new Date(Date.now() - 31 * DAY_MS) })
  const short = await newWatch(user, { ...claimed, failingSince: new Date(Date.now() - DAY_MS) })
  for (const watch of [long, short]) await storeFailure(watch, new Problem('source_not_found'))
  await expect.poll(() => subjectsTo(user)).toEqual(['Following paused: The Show'])
  expect(
    await db().watch.findMany({ where: { userId: user.userId }, select: { id: true, pauseReason: true } }),
  ).toEqual(
    expect.arrayContaining([
      { id: long.id, pauseReason: 'failing' },
      { id: short.id, pauseReason: null },
    ]),
  )
})

test('the account of this machine, which has no email, gets none', async () => {
  const user = await newUser()
  await db().user.update({ where: { id: user.userId }, data: { isLocal: true, watchMail: 'each' } })
  await bring(user, (await newWatch(user)).id, ['One'])
  expect(await countQueued(user)).toBe(0)
})
