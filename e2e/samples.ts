import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, type Page } from '@playwright/test'

const folder = path.resolve(import.meta.dirname, '../public/samples')

export const SPEECH = { name: 'jfk.flac', type: 'audio/flac', body: readFileSync(path.join(folder, 'jfk.flac')) }

/** A film with captions. */
export const CLIP = { name: 'captioned.mp4', type: 'video/mp4', body: readFileSync(path.join(folder, 'captioned.mp4')) }

export type DroppedFile = { name: string; type: string; body: Buffer }

/** Drops a file on the page, as a person drags it in from the desktop. */
export async function dropFile(page: Page, file: DroppedFile): Promise<void> {
  await dropFiles(page, [file])
}

/** Drops files on the page together, once it takes them: what covers it meanwhile comes and goes. */
export async function dropFiles(page: Page, files: readonly DroppedFile[]): Promise<void> {
  const transfer = await page.evaluateHandle(
    (sent) => {
      const data = new DataTransfer()
      for (const { name, type, base64 } of sent) {
        const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
        data.items.add(new File([bytes], name, { type }))
      }
      return data
    },
    files.map(({ name, type, body }) => ({ name, type, base64: body.toString('base64') })),
  )
  const dispatch = (event: string) => page.dispatchEvent('body', event, { dataTransfer: transfer })
  const veil = page.getByText('Drop to transcribe')
  await expect(async () => {
    await dispatch('dragenter')
    await expect(veil).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await expect(async () => {
    await dispatch('dragover')
    await dispatch('drop')
    await expect(veil).toBeHidden({ timeout: 1_000 })
  }).toPass()
}
