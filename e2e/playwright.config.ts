import { defineConfig, devices } from '@playwright/test'
import { findPageBrowser } from './find-chromium'

// Unset while the tests are only listed. Each worker uses the service at its parallel index.
const origin = process.env.E2E_ORIGINS?.split(' ')[Number(process.env.TEST_PARALLEL_INDEX)]

/** Every browser has the access cookies of all services: each cookie has a different name. */
const cookies = JSON.parse(process.env.E2E_COOKIES ?? '[]')

export default defineConfig({
  testDir: '.',
  globalSetup: './global-setup.ts',
  outputDir: '../test-results',
  // Each has a service and a browser of several processes, which keep a processor busy.
  workers: 2,
  // On a busy machine of others: what had to be tried again is named in the report.
  retries: process.env.CI ? 1 : 0,
  reporter: 'list',
  timeout: 180_000,
  expect: { timeout: 30_000 },
  use: {
    ...devices['Desktop Chrome'],
    ...(origin ? { baseURL: origin, storageState: { cookies, origins: [] } } : {}),
    // A trace takes as long again as the test: what fails is run again with `--trace on`, which CI does by itself.
    trace: 'on-first-retry',
    permissions: ['clipboard-read', 'clipboard-write'],
    launchOptions: {
      // Found when a browser is started: tools that only read this configuration need none.
      get executablePath() {
        return findPageBrowser()
      },
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-domain-reliability',
        '--disable-sync',
        '--no-first-run',
        '--autoplay-policy=no-user-gesture-required',
      ],
    },
  },
})
