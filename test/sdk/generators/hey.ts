import { readFile } from 'node:fs/promises'
import { client } from './hey/client.gen'
import { createTranscript, getJob, publishLink, signUpload } from './hey/sdk.gen'
import type { PublishResponse } from './hey/types.gen'

const [baseUrl = '', key = '', file = ''] = process.argv.slice(2)
client.setConfig({ baseUrl, auth: key, throwOnError: true })

const { data: signed } = await signUpload({
  body: { filename: 'quiet.wav', content_type: 'audio/wav' },
  throwOnError: true,
})
await fetch(signed.upload_url, { method: 'PUT', body: await readFile(file), headers: signed.upload_headers })

const { data: asked } = await createTranscript({ body: { upload: signed.object_path }, throwOnError: true })
if (typeof asked === 'string' || !('job_id' in asked)) throw new Error('there are captions')

for (;;) {
  const { data: job } = await getJob({ path: { job_id: asked.job_id }, throwOnError: true })
  if (job.status === 'error') throw new Error(job.error?.detail)
  if (job.status === 'done') {
    process.stdout.write(`${job.transcript?.duration_seconds} seconds\n`)
    break
  }
  await new Promise((resolve) => setTimeout(resolve, job.poll_after_seconds * 100))
}

export const publish = async (url: string): Promise<PublishResponse | undefined> =>
  (await publishLink({ body: { url } })).data
