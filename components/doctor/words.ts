import type { CheckStatus, ProbePart } from '@/lib/health/doctor/contract'

const seconds = (part: ProbePart) => (part.seconds === null ? '' : ` (${part.seconds.toFixed(1)}\u00a0s)`)

/** The texts of the system check. */
export const words = {
  title: 'System check',
  lead: 'The programs and services this machine uses, their state, and how to fix problems.',
  machine: 'This machine',
  platforms: 'Platforms',
  platformsText:
    'Requests one public recording from each platform, with its captions and audio. This takes up to three minutes. The audio is deleted afterwards.',
  check: 'Check platforms',
  checking: 'Checking platforms',
  answers: 'Unsupported responses',
  answersText:
    'Responses that Verbatim didn’t understand, without tokens, cookies and URLs. Attach one when you report a problem.',
  noAnswers: 'None. Verbatim understood every response.',
  keptAt: (at: string) => `${at.slice(0, 16).replace('T', ' ')} UTC`,
  open: 'Open',
  openOf: (time: string, platform: string) => `Open the response from ${platform}, ${time}`,
  status: { ok: 'OK', warning: 'Warning', failed: 'Failed' } satisfies Record<CheckStatus, string> satisfies Record<
    CheckStatus,
    string
  >,
  captions: (part: ProbePart) => `Captions: ${part.seen}${seconds(part)}`,
  sound: (part: ProbePart) => `Audio: ${part.seen}${seconds(part)}`,
  names: {
    node: 'Node.js',
    ffmpeg: 'ffmpeg',
    python: 'Python',
    'yt-dlp': 'yt-dlp',
    speech: 'Speech engine',
    disk: 'Disk space',
    storage: 'Storage',
    mail: 'Mail',
    billing: 'Billing',
    database: 'Database',
    clock: 'Clock',
    platforms: 'Recent platform results',
    network: 'Network',
  } as Readonly<Record<string, string>>,
  code: (code: string) => `Code: ${code}`,
  bytes: (count: number) => `${count.toLocaleString('en')} bytes`,
} as const
