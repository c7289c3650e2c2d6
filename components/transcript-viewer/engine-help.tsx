import { CodeBlock } from '@/components/ui/code-block'

/** The best model for the service's own machine; a running service uses it as soon as it is here. */
export const FETCH_MODEL = 'npm run models -- get parakeet-v3'

/** How to get a better speech engine: for whoever runs the server, folded away until wanted. */
export function EngineHelp({ words }: { words: string }) {
  return (
    <details className="inline print:hidden">
      <summary className="inline rounded-sm font-medium text-accent underline-offset-4 hover:underline">
        Use a better engine
      </summary>
      <div className="flex flex-col gap-3 py-3">
        {words && <p className="wrap-anywhere">{words}</p>}
        <CodeBlock label="Fetch a better model" code={FETCH_MODEL} />
        <CodeBlock
          label="Start with a speech server"
          code="SPEECH_API_URL=http://localhost:8000/v1 SPEECH_API_KEY=your-key npm start"
        />
      </div>
    </details>
  )
}
