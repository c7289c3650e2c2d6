import { CodeBlock } from '@/components/ui/code-block'
import { words } from './words'

/** The best model for the service's own machine; a running service uses it as soon as it is here. */
export const FETCH_MODEL = 'npm run models -- get parakeet-v3'

/** How to get a better speech engine: for whoever runs the server, folded away until wanted. */
export function EngineHelp({ text }: { text: string }) {
  return (
    <details className="inline print:hidden">
      <summary className="inline rounded-sm font-medium text-accent underline-offset-4 hover:underline">
        {words.betterEngine}
      </summary>
      <div className="flex flex-col gap-3 py-3">
        {text && <p className="wrap-anywhere">{text}</p>}
        <CodeBlock label={words.fetchModel} code={FETCH_MODEL} />
        <CodeBlock
          label={words.useServer}
          code="SPEECH_API_URL=http://localhost:8000/v1 SPEECH_API_KEY=your-key npm start"
        />
      </div>
    </details>
  )
}
