import { expect, test } from 'vitest'
import type { LiveChecks, MachineCheck } from '@/lib/health/doctor/contract'
import { answersText, checksText, hasFailed, liveText } from './doctor-words'

const node: MachineCheck = { name: 'node', status: 'ok', seen: 'Node.js v20', action: null }
const disk: MachineCheck = { name: 'disk', status: 'failed', seen: '0.1 GB free', action: 'Delete something.' }
const network: MachineCheck = { name: 'network', status: 'ok', seen: 'Names are resolved.', action: null }
const live: LiveChecks = {
  network,
  platforms: [
    {
      platform: 'x',
      url: 'https://x.com/i/status/1',
      status: 'failed',
      captions: { found: false, seconds: 1.25, code: 'upstream_blocked', seen: 'It blocks.' },
      sound: null,
      action: 'Set a proxy.',
    },
  ],
}

test('checks are a table with what to do below it', () => {
  expect(checksText([node, disk])).toBe(
    'ok      node  Node.js v20\nFAILED  disk  0.1 GB free\n\ndisk: Delete something.\n',
  )
  expect(checksText([node])).toBe('ok  node  Node.js v20\n')
})

test('platforms are a table of captions and sound, and without a network only that is said', () => {
  expect(liveText(live)).toBe(
    '        platform  captions                 sound\nFAILED  x         upstream_blocked, 1.3 s  -\n\nx: Set a proxy.\n',
  )
  expect(liveText({ network, platforms: [] })).toBe('ok  network  Names are resolved.\n')
})

test('anything that has failed makes the exit code 1', () => {
  expect(hasFailed([node], null)).toBe(false)
  expect(hasFailed([node, disk], null)).toBe(true)
  expect(hasFailed([node], live)).toBe(true)
})

test('a platform’s answer can’t move the cursor of a terminal', () => {
  const answer = { name: 'a.json', kept_at: '2026-11-22T12:00:00.000Z', platform: 'x', extractor: 'yt-dlp\u001b[2J' }
  const text = answersText([
    { ...answer, reason: null, host: 'x.com', path: '/a', status: 200, content_type: null, body_bytes: 3 },
  ])
  expect(text).not.toContain('\u001b')
  expect(text).toContain('x.com/a')
})
