import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { defineConfig, devices } from '@playwright/test'
import { findChromium } from './find-chromium'
import { freePort } from './free-port'
import { startPlatforms } from './platforms'

// Playwright reads this file again in every worker, which inherits the environment: the first one decides.
const first = process.env.E2E_PORT === undefined
process.env.E2E_PORT ??= String(await freePort())
process.env.E2E_DATA ??= mkdtempSync(path.join(tmpdir(), 'verbatim-e2e-'))
const { E2E_PORT, E2E_DATA } = process.env
const origin = `http://localhost:${E2E_PORT}`

const platforms = first ? await startPlatforms() : {}
if (first) process.on('exit', () => rmSync(E2E_DATA, { recursive: true, force: true }))

export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  workers: 1,
  retries: 0,
  reporter: 'list',
  timeout: 120_000,
  expect: { timeout: 15_000 },
  use: {
    ...devices['Desktop Chrome'],
    baseURL: origin,
    trace: 'retain-on-failure',
    permissions: ['clipboard-read', 'clipboard-write'],
    launchOptions: {
      executablePath: findChromium(),
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
  webServer: {
    command: `node server/setup/start.mjs --port ${E2E_PORT} --no-system-install`,
    cwd: path.resolve(import.meta.dirname, '..'),
    env: { VERBATIM_DATA: E2E_DATA, ...platforms },
    url: origin,
    timeout: 600_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
    stdout: 'ignore',
    stderr: 'pipe',
  },
})
