import { readFile } from 'node:fs/promises'
import createClient from 'openapi-fetch'
import type { paths } from './schema.js'

const [baseUrl = '', key = '', file = ''] = process.argv.slice(2)
const client = createClient<paths>({ baseUrl, headers: { authorization: `Bearer ${key}` } })

const { data: signed, error: refused } = await client.POST('/v1/uploads/sign', {
  body: { filename: 'quiet.wav', content_type: 'audio/wav' },
})
if (!signed) throw new Error(JSON.stringify(refused))
await fetch(signed.upload_url, { method: 'PUT', body: await readFile(file), headers: signed.upload_headers })

const { data: asked, error } = await client.POST('/v1/transcript', { body: { upload: signed.object_path } })
if (!asked) throw new Error(JSON.stringify(error))
if (typeof asked === 'string' || !('job_id' in asked)) throw new Error('there are captions')

for (;;) {
  const { data: job, error: lost } = await client.GET('/v1/jobs/{job_id}', {
    params: { path: { job_id: asked.job_id } },
  })
  if (!job) throw new Error(JSON.stringify(lost))
  if (job.status === 'error') throw new Error(job.error?.detail)
  if (job.status === 'done') {
    process.stdout.write(`${job.transcript?.duration_seconds} seconds\n`)
    break
  }
  await new Promise((resolve) => setTimeout(resolve, job.poll_after_seconds * 100))
}
