import Link from 'next/link'
import type { ReactNode } from 'react'
import { CodeBlock } from '@/components/ui/code-block'
import { Tabs } from '@/components/ui/tabs'
import { words } from './words'

function Door({ label, code, children }: { label: string; code: string; children: ReactNode }) {
  return (
    <div className="flex flex-col gap-3">
      <CodeBlock label={label} code={code} />
      <p className="max-w-[68ch] text-sm text-soft">{children}</p>
    </div>
  )
}

function curlCall(baseUrl: string): string {
  return [
    `curl ${baseUrl}/v1/transcript \\`,
    '  -H "Authorization: Bearer $VERBATIM_API_KEY" \\',
    '  -H "Content-Type: application/json" \\',
    `  -d '{"url": "https://www.youtube.com/watch?v=jNQXAC9IVRw"}'`,
  ].join('\n')
}

/** The same service without a browser: from a program, on the command line, by an assistant. */
export function Doors({ baseUrl, connectorUrl }: { baseUrl: string; connectorUrl: string }) {
  const { curl, commandLine, assistant } = words
  const tabs = [
    {
      name: 'curl',
      label: curl.tab,
      content: (
        <Door label={curl.code} code={curlCall(baseUrl)}>
          {curl.text}
        </Door>
      ),
    },
    {
      name: 'command-line',
      label: commandLine.tab,
      content: (
        <Door label={commandLine.code} code={'verbatim login\nverbatim get talk.mp4 -f srt -o talk.srt'}>
          {commandLine.text}
        </Door>
      ),
    },
    {
      name: 'assistant',
      label: assistant.tab,
      content: (
        <Door label={assistant.code} code={connectorUrl}>
          {assistant.text}{' '}
          <Link href="/connections" className="text-accent underline underline-offset-4">
            {assistant.more}
          </Link>
        </Door>
      ),
    },
  ]
  return <Tabs label={words.doorsLabel} tabs={tabs} />
}
