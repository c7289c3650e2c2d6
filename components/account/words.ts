import type { ReactNode } from 'react'
import { formatCount } from '@/components/format/format-count'

/** The texts about an account's API key. */
export const words = {
  title: 'API keys',
  lead: 'Programs use your account with an API key. Keep your keys secret.',
  docs: 'Documentation',
  howTo: 'How to use your API key',
  call: 'Example request with your key',
  slot: 'Default key',
  none: 'You don’t have an API key yet.',
  key: 'Key',
  made: 'Created',
  unknown: 'Unknown',
  lastUsed: 'Last used',
  never: 'Never',
  make: 'Create API key',
  regenerate: 'Regenerate key',
  fresh: 'Your new API key',
  freshText: 'Copy it now. You won’t see it again.',
  freshCode: 'Your API key',
  stored: 'I’ve saved it',
  replaceAsk: 'Regenerate this key?',
  replaceText: (key: ReactNode) => [
    'Programs that use ',
    key,
    ' stop working until you give them the new key. Connected assistants, devices and browsers keep working.',
  ],
  deleteNamed: (count: number) =>
    count === 1
      ? 'Delete my named key too, which else keeps working'
      : `Delete my ${formatCount(count)} named keys too, which else keep working`,
  replace: 'Regenerate key',
  keep: 'Cancel',
} as const
