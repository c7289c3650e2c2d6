import type { Command } from 'commander'
import { z } from 'zod'
import { ApiError } from '@/lib/api/client'
import { listPublications, type Published, publishLink, unpublish } from '@/lib/publishing/contract'
import type { Context } from '../context'
import { addPaging, type OffsetPage, printPage } from '../options/paging'
import { perform } from '../perform'
import { finishJob } from '../transcript/wait/finish-job'
import { withJobHint } from '../transcript/wait/with-job-hint'

const notReadySchema = z.object({ job_id: z.string() })

/** The job that has to end before a transcript can be published, or null where something else is wrong. */
function jobBefore(error: unknown): string | null {
  if (!(error instanceof ApiError) || error.problem.code !== 'transcript_not_ready') return null
  return notReadySchema.safeParse(error.problem.context).data?.job_id ?? null
}

type PublishOptions = { lang?: string; strictLang?: boolean }

/** Publishes a recording, after transcribing it if it has no captions. */
async function publishWhenReady(context: Context, url: string, options: PublishOptions): Promise<Published> {
  const { lang, strictLang = false } = options
  const body = { url, strict_lang: strictLang, ...(lang ? { lang } : {}) }
  const ask = async () => (await context.call(publishLink, { body })).body
  try {
    return await ask()
  } catch (error) {
    const jobId = jobBefore(error)
    if (jobId === null) throw error
    context.terminal.say('The recording has no captions, so it is transcribed first.')
    await withJobHint(context, (jobs) => {
      jobs.began(jobId)
      return finishJob(context, jobId, { label: url, query: { format: 'json' } })
    })
    return ask()
  }
}

async function publishAndPrint(context: Context, url: string, options: PublishOptions): Promise<void> {
  const published = await publishWhenReady(context, url, options)
  for (const { detail } of published.warnings) context.terminal.say(detail)
  await context.print(published, `${published.url}\n`)
}

async function unpublishLink(context: Context, slug: string): Promise<void> {
  await context.call(unpublish, { params: { slug } })
  await context.print({ slug, published: false }, 'Unpublished.\n')
}

async function published(context: Context, query: OffsetPage): Promise<void> {
  const { body } = await context.call(listPublications, { query })
  const rows = body.items.map(({ slug, published_at: at, lang, url }) => [slug, at.slice(0, 10), lang ?? '', url])
  await printPage(context, body, rows, 'No public pages.')
}

/** verbatim publish, unpublish and published */
export function addPublish(program: Command, interruption: AbortSignal): void {
  program
    .command('publish')
    .description('Publish your transcript of a link and print its public URL')
    .argument('<url>', 'the link')
    .option('-l, --lang <tag>', 'the language of the transcript (default: en)')
    .option('--strict-lang', "fail if the language isn't available")
    .action(perform(interruption, publishAndPrint))
  program
    .command('unpublish')
    .description('Unpublish a transcript: its public page stops working immediately')
    .argument('<slug>', 'the name in the URL of the public page')
    .action(perform(interruption, unpublishLink))
  const listing = program.command('published').description('List your public pages')
  addPaging(listing, 'offset', 20).action(perform(interruption, published))
}
