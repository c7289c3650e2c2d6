import { expect, type Page } from '@playwright/test'
import type { MailServer } from '../test/origin/mail-server'

/** The link in the last mail to an address, once it has come. */
export async function mailedLink(mail: MailServer, email: string): Promise<string> {
  const find = () => mail.mails.findLast(({ to }) => to.includes(email))?.email.text ?? ''
  await expect.poll(find).toContain('http')
  return /http\S+/.exec(find())?.[0] ?? ''
}

/** Asks for a link by mail and signs in with it. */
export async function signInByMail(mail: MailServer, page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeFocused()
  await page.goto(await mailedLink(mail, email))
  await expect(page.getByText(email)).toBeVisible()
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL((url) => !url.pathname.startsWith('/sign-in'))
}
