import { expect, type Page } from '@playwright/test'
import type { DroppedFile } from './samples'
import { openFile } from './send-file'

export function captions(name: string, text: string): DroppedFile {
  return { name, type: 'text/vtt', body: Buffer.from(text) }
}

/** Captions of ten hours, or of fewer: 900 lines an hour, whose words bear their number. They use up minutes of all tests. */
export function tenHours(name: string, hours = 10): DroppedFile {
  const clock = (ms: number) => new Date(ms).toISOString().slice(11, 23)
  const cues = Array.from({ length: hours * 900 }, (_, index) => {
    const words = `line number ${index} of a very long recording, as people talk.`
    return `${clock(index * 4_000)} --> ${clock(index * 4_000 + 3_900)}\n${words}\n`
  })
  return captions(name, `WEBVTT\n\n${cues.join('\n')}`)
}

/** Publishes the transcript that a page shows, if an earlier try has not. Returns the path of its public page. */
export async function publishHere(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Publish' }).click()
  const publish = page.getByRole('button', { name: 'Publish transcript' })
  const address = page.getByRole('dialog').getByRole('link')
  await expect(publish.or(address).first()).toBeVisible()
  if (await publish.isVisible()) await publish.click()
  await expect(address).toBeVisible()
  return (await address.getAttribute('href')) ?? ''
}

/** Publishes a file's captions from the transcript's page. Returns the path of its public page. */
export async function publish(page: Page, file: DroppedFile): Promise<string> {
  await openFile(page, file)
  return publishHere(page)
}
