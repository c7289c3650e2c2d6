import { readdir } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'

/** The content of the database and the disk at the end. Every `wrong…` should be empty. */
export type Audit = {
  done: number
  failed: number
  failures: Record<string, number>
  chunks: number
  secondsCharged: number
  wrongOpenJobs: string[]
  wrongChunks: string[]
  wrongPeriods: string[]
  wrongCharges: string[]
  wrongFiles: string[]
}

const ENDED = `select status, error->>'code' as code, count(*)::int as count from job group by 1, 2`
const OPEN = `select id from job where status not in ('done', 'error') or finished_at is null`
/** Every chunk of a job that is done has its text, and no two chunks the same one. */
const UNFINISHED = `select p.job_id || ' ' || p.index as name from chunk p join job j on j.id = p.job_id
                    where j.status = 'done' and p.finished_at is null`
const PERIODS = `select p.user_id || ': used ' || p.used_seconds || ', charged ' || coalesce(sum(c.seconds), 0)
                        || ', still promised ' || p.reserved_seconds as name
                 from usage_period p left join usage_charge c using (user_id, period_start)
                 group by p.user_id, p.period_start, p.used_seconds, p.reserved_seconds
                 having p.used_seconds <> coalesce(sum(c.seconds), 0) or p.reserved_seconds <> 0`
/** Each transcript in the history has been paid, to the second, and nothing else. */
const CHARGES = `select e.id || ': ' || coalesce(c.seconds, 0) || ' paid for ' || coalesce(ceil(t.covered_ms / 1000.0), 0) as name
                 from library_item e left join transcript t on t.id = e.transcript_id
                 left join usage_charge c on c.user_id = e.user_id and c.media_id = e.media_id
                 where coalesce(c.seconds, 0) <> coalesce(ceil(t.covered_ms / 1000.0), 0)`

async function filesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true }).catch(() => [])
  return names.map((name) => path.join(path.basename(folder), name))
}

/** Files that no job and no running upload explains. */
export async function filesLeft(dataDir: string): Promise<string[]> {
  const [work, files] = [await filesIn(path.join(dataDir, 'work')), await filesIn(path.join(dataDir, 'files'))]
  return [...work, ...files.filter((name) => name.endsWith('.part'))]
}

/** Chunks whose sound was asked for again after their text was written down. */
async function askedAgain(client: pg.Client, asked: Map<string, number[]>): Promise<string[]> {
  const { rows } = await client.query<{ name: string; text: string; finished_at: Date }>(
    `select job_id || ' ' || index as name, segments::text as text, finished_at from chunk where finished_at is not null`,
  )
  return rows.flatMap(({ name, text, finished_at }) => {
    const mark = /heard ([0-9a-f]{12})/.exec(text)?.[1] ?? ''
    return (asked.get(mark) ?? []).some((atMs) => atMs > finished_at.getTime()) ? [`${name} was asked for again`] : []
  })
}

/** Looks at everything, in the database and on the disks of the processes, once the load has ended and all jobs with it. */
export async function audit(
  connection: string,
  dataDirs: readonly string[],
  asked: Map<string, number[]>,
): Promise<Audit> {
  const client = new pg.Client({ connectionString: connection })
  await client.connect()
  const names = async (sql: string) => (await client.query<{ name: string }>(sql)).rows.map(({ name }) => name)
  const ended = (await client.query<{ status: string; code: string | null; count: number }>(ENDED)).rows
  const failures = ended.filter(({ status }) => status === 'error')
  const count = async (sql: string) => (await client.query<{ count: number }>(sql)).rows[0]?.count ?? 0
  const found: Audit = {
    done: ended.find(({ status }) => status === 'done')?.count ?? 0,
    failed: failures.reduce((sum, row) => sum + row.count, 0),
    failures: Object.fromEntries(failures.map(({ code, count: times }) => [code ?? '', times])),
    chunks: await count('select count(*)::int as count from chunk where finished_at is not null'),
    secondsCharged: await count('select coalesce(sum(seconds), 0)::int as count from usage_charge'),
    wrongOpenJobs: (await client.query<{ id: string }>(OPEN)).rows.map(({ id }) => id),
    wrongChunks: [...(await names(UNFINISHED)), ...(await askedAgain(client, asked))],
    wrongPeriods: await names(PERIODS),
    wrongCharges: await names(CHARGES),
    wrongFiles: (await Promise.all(dataDirs.map(filesLeft))).flat(),
  }
  await client.end()
  return found
}
