import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, type Page } from '@playwright/test'

const folder = path.resolve(import.meta.dirname, '../public/samples')

export const SPEECH = { name: 'jfk.flac', type: 'audio/flac', body: readFileSync(path.join(folder, 'jfk.flac')) }

export type DroppedFile = { name: string; type: string; body: Buffer }

/** Drops a file on the page, as a person drags it in from the desktop. */
export async function dropFile(page: Page, file: DroppedFile): Promise<void> {
  const transfer = await page.evaluateHandle(
    ({ name, type, base64 }) => {
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
      const data = new DataTransfer()
      data.items.add(new File([bytes], name, { type }))
      return data
    },
    { name: file.name, type: file.type, base64: file.body.toString('base64') },
  )
  for (const event of ['dragenter', 'dragover', 'drop'])
    await page.dispatchEvent('body', event, { dataTransfer: transfer })
}

/** Has the captioned sample transcribed by its button and waits for its page. */
export async function openCaptionedClip(page: Page): Promise<void> {
  await page.goto('/')
  await page.getByRole('button', { name: 'A captioned clip' }).click()
  await page.waitForURL('**/transcripts/*')
  await expect(page.locator('[data-line]').first()).toBeVisible()
}
