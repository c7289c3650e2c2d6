import { expect, type Locator, type Page } from '@playwright/test'

/** Presses a key until the field that it opens has the focus: a page takes keys once its script runs. */
export async function pressUntilFocused(page: Page, key: string, field: Locator): Promise<void> {
  await expect(async () => {
    if (!(await field.evaluateAll(([element]) => element !== undefined && element === document.activeElement)))
      await page.keyboard.press(key)
    await expect(field).toBeFocused({ timeout: 1_000 })
  }).toPass()
}
