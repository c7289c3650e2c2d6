import { expect, it } from 'vitest'
import { describeMissing, readExtras } from './extras.mjs'

const LIBRARIES = '[debug] Optional libraries: certifi-2026.10.18, curl_cffi-0.16.3, requests-2.34.2, yt_dlp_ejs-0.8.0'

it('reads what yt-dlp found, and takes nothing for found that it calls unsupported', () => {
  expect(readExtras(`${LIBRARIES}\n[debug] JS runtimes: node-22.0.0\n`)).toEqual({
    runtime: '22.0.0',
    solver: '0.8.0',
    impersonation: '0.16.3',
  })
  expect(readExtras(`${LIBRARIES}\n[debug] JS runtimes: deno-2.9.8, node-20.20.2 (unsupported)\n`).runtime).toBeNull()
  const old = '[debug] Optional libraries: curl_cffi-0.7.4 (unsupported), sqlite3-3.40.1\n[debug] JS runtimes: none\n'
  expect(readExtras(old)).toEqual({ runtime: null, solver: null, impersonation: null })
  expect(readExtras('Usage: something else')).toEqual({ runtime: null, solver: null, impersonation: null })
})

it('says what is missing and which platforms suffer', () => {
  expect(describeMissing({ runtime: '22.0.0', solver: '0.8.0', impersonation: '0.16.3' })).toEqual([])
  const [youtube, others] = describeMissing({ runtime: null, solver: null, impersonation: null })
  expect(youtube).toMatch(/a JavaScript runtime .* and the package yt-dlp-ejs: formats of YouTube are missing/)
  expect(others).toContain('some platforms may refuse')
})
