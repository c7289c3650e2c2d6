import { type APIRequestContext, expect, type Page, test } from '@playwright/test'
import { CLIP, type DroppedFile } from './samples'

type Sent = { id?: string; job_id?: string }

/** Has a file transcribed as the page does it. Returns the id under which its page lives. */
export async function sendFile(
  request: APIRequestContext,
  origin: string,
  name: string,
  bytes: Uint8Array,
  lang?: string,
): Promise<string> {
  const headers = { origin }
  const file = { filename: name, content_type: 'application/octet-stream' }
  const signed = await (await request.post('/v1/uploads/sign', { headers, data: file })).json()
  const { upload_url, object_path } = signed as { upload_url: string; object_path: string }
  await request.put(upload_url, { headers, data: Buffer.from(bytes) })
  const asked = await request.post('/v1/transcript', { headers, data: { upload: object_path, lang } })
  const sent = (await asked.json()) as Sent
  const id = sent.job_id ?? sent.id
  if (!id) throw new Error(`${name} was answered ${asked.status()}: ${JSON.stringify(sent)}`)
  return id
}

/**
 * Waits until the page answers to clicks and keys: React keeps its handlers with each button, and a text has its times once its
 * effects have run.
 */
async function waitUntilInteractive(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const buttons = [...document.querySelectorAll('main button')]
    const answers = buttons.some((button) => Object.keys(button).some((name) => name.startsWith('__reactProps')))
    return answers && (!document.querySelector('[data-line]') || document.getElementById('passage-time') !== null)
  })
}

/** Has a file transcribed without the form, and opens the page of its transcript. */
export async function openFile(page: Page, { name, body }: DroppedFile): Promise<void> {
  const id = await sendFile(page.request, test.info().project.use.baseURL ?? '', name, body)
  await page.goto(`/transcripts/${id}`)
  await waitUntilInteractive(page)
}

/** Has the captioned sample transcribed and waits for its text. */
export async function openCaptionedClip(page: Page): Promise<void> {
  await openFile(page, CLIP)
  await expect(page.locator('[data-line]').first()).toBeVisible()
}
