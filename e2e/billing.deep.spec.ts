import { expect, type Page, test } from '@playwright/test'
import { expectNoBarriers } from './page-checks'

// A notice that fades in has too little contrast until it is there.
test.use({ reducedMotion: 'reduce' })

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).click()

/** Presses a button that says what will happen first, and then that it shall. */
async function confirm(page: Page, name: string, consequence: RegExp): Promise<void> {
  await press(page, name)
  await expect(page.getByText(consequence)).toBeVisible()
  await press(page, name)
}

async function expectPlan(page: Page, sentence: RegExp): Promise<void> {
  await expect(page.getByText(sentence)).toBeVisible()
  await expectNoBarriers(page)
}

/** Puts the account of this machine on the free plan, so that what it buys decides. */
async function setGrantAside(page: Page, baseURL: string | undefined): Promise<void> {
  const answer = await page.request.delete('/v1/sandbox/grant', { headers: { origin: baseURL ?? '' } })
  expect(answer.status()).toBe(200)
}

async function buy(page: Page, plan: string): Promise<void> {
  await page.goto('/settings/usage')
  await press(page, `Choose ${plan}`)
  await page.waitForURL('**/sandbox/checkout/*')
}

/** The machine has one account: the other tests find it as it was. */
test.afterEach(async ({ request, baseURL }) => {
  const headers = { origin: baseURL ?? '' }
  expect((await request.delete('/v1/sandbox/account', { headers })).status()).toBe(200)
})

test('a plan is bought, raised, lowered, left and taken up again', async ({ page }) => {
  await page.goto('/settings/usage')
  await expectPlan(page, /transcribed this month\. No limit\./)
  await expect(page.getByText(/\$|Resets/)).toHaveCount(0)
  await page.getByText('Try billing').click()
  await press(page, 'Move to the free plan')
  await expectPlan(page, /^You are on the free plan\.$/)
  await expect(page.getByText('test money only')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Current plan' })).toBeDisabled()

  await buy(page, 'Pro')
  await expect(page.getByText('$9 per month')).toBeVisible()
  await expectNoBarriers(page)
  await press(page, 'Pay with a declined card')
  await expect(page.getByRole('alert').filter({ hasText: 'declined' })).toBeVisible()
  await press(page, 'Pay with a card that needs confirmation')
  await press(page, 'Decline payment')
  await expect(page.getByRole('alert').filter({ hasText: 'declined' })).toBeVisible()
  await press(page, 'Pay with a card that needs confirmation')
  await expectNoBarriers(page)
  await press(page, 'Confirm payment')
  await page.waitForURL('**/settings/usage?from=checkout')
  await expectPlan(page, /^Pro, renews on /)
  await expect(page.getByText('10 h left')).toBeVisible()

  await press(page, 'Payment methods and invoices')
  await page.waitForURL('**/sandbox/portal/*')
  await expectNoBarriers(page)
  await page.getByLabel('Works').check()
  await expect(page.getByLabel('Works')).toBeChecked()
  await page.getByRole('link', { name: 'Back to Verbatim' }).click()

  await confirm(page, 'Upgrade to Ultra', /Ultra starts immediately/)
  await expectPlan(page, /^Ultra, renews on /)
  await expect(page.getByText('50 h left')).toBeVisible()
  await confirm(
    page,
    'Downgrade to Pro',
    /Ultra stays active until .* Then Pro starts at \$9 per month\. You will have 10 h a month instead of 50 h\./,
  )
  await expectPlan(page, /^Ultra until .*, then Pro\.$/)
  await press(page, 'Keep Ultra')
  await expectPlan(page, /^Ultra, renews on /)
  await confirm(page, 'Downgrade to Pro', /Then Pro starts/)
  await expectPlan(page, /^Ultra until .*, then Pro\.$/)
  await press(page, 'Skip to renewal')
  await expectPlan(page, /^Pro, renews on /)

  await confirm(page, 'Cancel subscription', /Pro stays active until .*\. Then you move to Free with 15 min a month/)
  await expectPlan(page, /^Pro until .*, then the free plan\.$/)
  await press(page, 'Resume Pro')
  await expectPlan(page, /^Pro, renews on /)
  await confirm(page, 'Cancel subscription', /Your transcripts are kept/)
  await expectPlan(page, /^Pro until .*, then the free plan\.$/)
  await press(page, 'Skip to renewal')
  await expectPlan(page, /^You are on the free plan\.$/)
  // The use of the month before the purchase counts in it again.
  await expect(page.getByText(/\d+ min left/)).toBeVisible()
  await expect(page.getByText('of 15 min used')).toBeVisible()

  await press(page, 'Reset sandbox')
  await expectPlan(page, /transcribed this month\. No limit\./)
})

test('an unpaid amount is shown with a link to pay it', async ({ page, baseURL }) => {
  await setGrantAside(page, baseURL)
  await buy(page, 'Pro')
  await page.getByLabel(/Promotion code/).fill('nonsense')
  await press(page, 'Pay with a working card')
  await expect(page.getByRole('alert').filter({ hasText: 'HELLO20' })).toBeVisible()
  await page.getByLabel(/Promotion code/).fill('hello20')
  await press(page, 'Pay with a working card')
  await expectPlan(page, /^Pro, renews on /)

  await press(page, 'Payment methods and invoices')
  await expect(page.getByText('$7.20')).toBeVisible()
  await page.getByLabel('Declined').check()
  // Shut while the choice is on its way.
  await expect(page.getByLabel('Declined')).toBeEnabled()
  await page.getByRole('link', { name: 'Back to Verbatim' }).click()
  await confirm(page, 'Upgrade to Ultra', /You pay the difference for the rest of this period now/)
  await expect(page.getByRole('alert').filter({ hasText: 'Your plan change needs payment.' })).toBeVisible()
  await expectPlan(page, /^Pro, renews on /)
  await page.getByRole('link', { name: 'Pay now' }).click()
  await page.waitForURL('**/sandbox/invoice/*')
  await expectNoBarriers(page)
  await press(page, 'Pay with a working card')
  await page.waitForURL('**/settings/usage?from=invoice')
  await expectPlan(page, /^Ultra, renews on /)
})

test('a page of the sandbox that is over or belongs to another user is not found', async ({ page, baseURL }) => {
  await setGrantAside(page, baseURL)
  await buy(page, 'Pro')
  const address = page.url()
  await press(page, 'Pay with a working card')
  await page.waitForURL('**/settings/usage?from=checkout')
  for (const gone of [address, '/sandbox/portal/bps_none', '/sandbox/invoice/in_none']) {
    expect((await page.goto(gone))?.status()).toBe(404)
  }
})

test.describe('on a phone in the dark', () => {
  test.use({ viewport: { width: 360, height: 740 }, colorScheme: 'dark', reducedMotion: 'reduce' })

  test('no page scrolls sideways or has an accessibility violation', async ({ page, baseURL }) => {
    await setGrantAside(page, baseURL)
    await buy(page, 'Ultra')
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
    await expectNoBarriers(page)
    await press(page, 'Pay with a working card')
    await expectPlan(page, /^Ultra, renews on /)
    await press(page, 'Downgrade to Pro')
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
    await expectNoBarriers(page)
  })
})
