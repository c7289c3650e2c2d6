import { readFile } from 'node:fs/promises'
import axios from 'axios'
import { createTranscript, getJob, signUpload } from './orval-client'

const [baseUrl = '', key = '', file = ''] = process.argv.slice(2)
axios.defaults.baseURL = baseUrl
axios.defaults.headers.common.Authorization = `Bearer ${key}`

const { data: signed } = await signUpload({ filename: 'quiet.wav', content_type: 'audio/wav' })
await fetch(signed.upload_url, { method: 'PUT', body: await readFile(file), headers: signed.upload_headers })

// orval asks for a Blob wherever a response can also be a PDF.
const { data: asked } = await createTranscript({ upload: signed.object_path }, { responseType: 'json' })
if (typeof asked === 'string' || !('job_id' in asked)) throw new Error('there are captions')

for (;;) {
  const { data: job } = await getJob(asked.job_id)
  if (job.status === 'error') throw new Error(job.error?.detail)
  if (job.status === 'done') {
    process.stdout.write(`${job.transcript?.duration_seconds} seconds\n`)
    break
  }
  await new Promise((resolve) => setTimeout(resolve, job.poll_after_seconds * 100))
}
