import { CodeBlock } from '@/components/ui/code-block'

const MAKE_KEY = 'npm run -s user -- create you@example.com'

/** The same service for programs: one call, ready to paste. */
export function FromAProgram({ baseUrl }: { baseUrl: string }) {
  const call = [
    `curl ${baseUrl}/v1/transcript \\`,
    '  -H "Authorization: Bearer $VERBATIM_API_KEY" \\',
    '  -H "Content-Type: application/json" \\',
    `  -d '{"url": "https://example.com/talk.mp3"}'`,
  ].join('\n')
  return (
    <div className="flex flex-col gap-3">
      <CodeBlock label="Ask for a transcript with curl" code={call} />
      <p className="text-sm text-soft">
        It answers with the transcript when the recording has captions, else with the id of the job that makes it. The
        first start prints an API key; this makes another account with one:
      </p>
      <CodeBlock label="Make an API key" code={MAKE_KEY} />
    </div>
  )
}
