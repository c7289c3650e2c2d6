import Link from 'next/link'
import type { ReactNode } from 'react'
import { transcriptCall } from '@/components/curl-call'
import { CodeBlock } from '@/components/ui/code-block'
import { Tabs } from '@/components/ui/tabs'
import { words } from './words'

function CodeExample({ label, code, children }: { label: string; code: string; children: ReactNode }) {
  return (
    <div className="flex flex-col gap-3">
      <CodeBlock label={label} code={code} />
      <p className="max-w-[68ch] text-sm text-soft">{children}</p>
    </div>
  )
}

/** Examples of the service without a browser: from a program, on the command line, by an assistant. */
export function CodeExamples({ baseUrl, connectorUrl }: { baseUrl: string; connectorUrl: string }) {
  const { curl, commandLine, assistant } = words
  const tabs = [
    {
      name: 'curl',
      label: curl.tab,
      content: (
        <CodeExample label={curl.code} code={transcriptCall(baseUrl)}>
          {curl.text}
        </CodeExample>
      ),
    },
    {
      name: 'command-line',
      label: commandLine.tab,
      content: (
        <CodeExample label={commandLine.code} code={'verbatim login\nverbatim get talk.mp4 -f srt -o talk.srt'}>
          {commandLine.text}
        </CodeExample>
      ),
    },
    {
      name: 'assistant',
      label: assistant.tab,
      content: (
        <CodeExample label={assistant.code} code={connectorUrl}>
          {assistant.text}{' '}
          <Link href="/connections" className="link">
            {assistant.more}
          </Link>
        </CodeExample>
      ),
    },
  ]
  return <Tabs label={words.codeExamplesLabel} tabs={tabs} />
}
