import { Info } from 'lucide-react'
import type { ReactNode } from 'react'
import { CodeBlock } from '@/components/ui/code-block'
import type { Transcript } from '@/lib/captions/transcript'
import type { Warning } from '@/lib/captions/warning'
import { useRequestAgain } from '../menus/use-request-again'
import { words } from '../words'
import { provenance } from './provenance'
import { PrintedSource, SourceLink } from './source-link'

/** Commands that set up a better speech engine, as they are run where the service is. */
export type EngineCommands = { fetchModel: string; useServer: string }

type Props = {
  transcript: Transcript
  /** Whether its language was detected by its sound. */
  isDetected?: boolean
  /** Beside its language, where it may be corrected. */
  children?: ReactNode
  /** Whether a job is adding to the text. */
  grows: boolean
  /** How the reader sets up a better speech engine; null: they may not. */
  engineCommands: EngineCommands | null
  /** The time in seconds of the link to the platform; absent where the page plays the recording itself. */
  source?: { seconds: number | null }
}

/** The origin of a text, and its warnings. */
export function TextNotes({ transcript, isDetected = false, children, grows, engineCommands, source }: Props) {
  return (
    <>
      <p dir="ltr" className="flex w-fit flex-wrap gap-x-3 pt-1 text-sm text-soft" suppressHydrationWarning>
        {provenance(transcript, isDetected)}
        {children}
        {source && transcript.platform !== 'upload' && <SourceLink transcript={transcript} seconds={source.seconds} />}
        <PrintedSource
          url={transcript.platform === 'upload' ? null : transcript.url}
          publishedAt={transcript.published_at}
        />
      </p>
      <div dir="ltr" className="flex flex-col gap-1 pt-2 empty:hidden">
        {transcript.warnings
          .filter(({ code }) => code !== 'no_speech' && !(grows && code === 'partial'))
          .map((warning) => (
            <WarningLine key={warning.code} warning={warning} transcript={transcript} engineCommands={engineCommands} />
          ))}
      </div>
    </>
  )
}

type WarningLineProps = { warning: Warning; transcript: Transcript; engineCommands: EngineCommands | null }

/** A warning about the text, with the action that helps. */
function WarningLine({ warning, transcript, engineCommands }: WarningLineProps) {
  const isDraft = warning.code === 'offline_engine'
  if (isDraft && !engineCommands) return <Note>{words.draft}</Note>
  const end = warning.detail.indexOf('. ') + 1
  // The sentences after the first one about the engine are shown in the opened help.
  const [reported, more] =
    isDraft && end > 0 ? [warning.detail.slice(0, end), warning.detail.slice(end + 1)] : [warning.detail, '']
  return (
    <Note>
      {reported} {isDraft && engineCommands && <EngineHelp text={more} commands={engineCommands} />}
      {warning.code === 'partial' && <ContinueButton transcript={transcript} />}
    </Note>
  )
}

function Note({ children }: { children: ReactNode }) {
  return (
    <div className="flex gap-2 text-sm text-soft">
      <Info className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
      <div className="min-w-0 flex-1">{children}</div>
    </div>
  )
}

/** Continues a text that ends before its recording does, as far as the remaining minutes last. */
function ContinueButton({ transcript }: { transcript: Pick<Transcript, 'url' | 'requested_lang'> }) {
  const again = useRequestAgain()
  const { url, requested_lang: lang } = transcript
  return (
    <button
      type="button"
      disabled={again.busy}
      onClick={() => again.ask({ url, lang, partial: true })}
      className="rounded-sm font-medium text-accent underline-offset-4 hover:underline disabled:text-soft print:hidden"
    >
      {words.continue}
    </button>
  )
}

/** How the operator of this server gets a better speech engine; closed until opened. */
function EngineHelp({ text, commands }: { text: string; commands: EngineCommands }) {
  return (
    <details className="inline print:hidden">
      <summary className="inline rounded-sm font-medium text-accent underline-offset-4 hover:underline">
        {words.betterEngine}
      </summary>
      <div className="flex flex-col gap-3 py-3">
        {text && <p className="wrap-anywhere">{text}</p>}
        <CodeBlock label={words.fetchModel} code={commands.fetchModel} />
        <CodeBlock label={words.useServer} code={commands.useServer} />
      </div>
    </details>
  )
}
