import { useCallback, useEffect, useMemo, useState } from 'react'
import { languageName } from '@/components/format/language-name'
import { openOverlay } from '@/components/palette/open-overlay'
import { SpeechOffer } from '@/components/speech/speech-offer'
import { useTranscribeAgain } from '@/components/speech/use-transcribe-again'
import { copyText } from '@/components/ui/copy-text'
import { toast } from '@/components/ui/toast'
import { formatShortClock } from '@/lib/captions/clock'
import type { DownloadFormat } from '@/lib/captions/document-files'
import { isPart } from '@/lib/captions/missing-words'
import type { Speaker } from '@/lib/captions/speakers'
import type { TimeRange } from '@/lib/captions/time-range'
import type { BetterSpeech, DetectedLanguage, LanguageChoice } from '@/lib/library/transcribe-again/contract'
import type { NoticeView } from '@/lib/notices/contract'
import type { Published } from '@/lib/publishing/contract'
import type { LibraryItemMedia } from '@/lib/transcripts/library-item/contract'
import { words as aidsWords } from './aids/aids-words'
import { isLinkKey } from './aids/passage-keys'
import { addressAt } from './aids/quote'
import { rememberTextView, type TextView } from './aids/text-view'
import { useHistoryDialog } from './editor/use-history-dialog'
import { useTextEditor } from './editor/use-text-editor'
import { JobFailed } from './job/job-failed'
import { JobProgress } from './job/job-progress'
import type { Line } from './line'
import { downloadAddress, useWantedDownload } from './menus/download'
import { EditableTitle } from './menus/editable-title'
import { MoreMenu } from './menus/more-menu'
import { PageBar } from './menus/page-bar'
import { Toolbar } from './menus/toolbar'
import { type Frame, frameOf } from './player/frame-of'
import { FramedPlayer } from './player/framed-player'
import { handlePlayerKey } from './player/handle-player-key'
import { Player } from './player/player'
import type { Recording } from './player/recording'
import { type Playback, usePlayback } from './player/use-playback'
import { readingOf, runningJob, type ViewerState } from './reading'
import { SearchBox } from './search/search-box'
import { useSearch } from './search/use-search'
import { useSpeakersDialog } from './speakers/use-speakers-dialog'
import { NoSpeech, PageEnd, PartialNote } from './text/end-notes'
import { ResumeChip } from './text/resume-chip'
import { type EngineCommands, TextNotes } from './text/text-notes'
import { TranscriptText } from './text/transcript-text'
import { useFollow, useIsVisible } from './text/use-follow'
import { useGoToTime } from './text/use-go-to-time'
import { ViewOptions } from './text/view-options'
import { ViewerFrame, ViewerHeading } from './viewer-frame'
import { words } from './words'

type Props = {
  libraryItemId: string
  state: ViewerState
  /** The version of the transcript's text; null while there is none. */
  version: string | null
  /** Where the text on the page ends, if the transcript is longer than the page. */
  pageEndSeconds: number | null
  media: LibraryItemMedia
  published: Published | null
  speech: BetterSpeech | null
  /** The detected language; null: it was named, or not listened for. */
  detected: DetectedLanguage | null
  /** The languages that the user can put in place of the text's; null: none. */
  languageChoice: LanguageChoice | null
  engineCommands: EngineCommands | null
  notices: NoticeView
  /** Whether the source has the times of its words. */
  hasWords: boolean
  linked: TimeRange | null
  initialView: TextView
  wantedFormat: DownloadFormat | null
}

const NOBODY: readonly Speaker[] = []
const NO_LINES: readonly Line[] = []

/** A recording beside its text, whether the text is finished or still being made. */
export function Reader({
  libraryItemId,
  state,
  version,
  pageEndSeconds,
  media,
  published,
  speech,
  detected,
  languageChoice,
  engineCommands,
  notices,
  hasWords,
  linked,
  initialView,
  wantedFormat,
}: Props) {
  const { transcript, job, partial } = state
  const { lang, lines, videoId, ...reading } = readingOf(state, media)
  const [renamed, setRenamed] = useState<{ title: string | null } | null>(null)
  const [isRenaming, setIsRenaming] = useState(false)
  const title = renamed ? (renamed.title ?? words.untitled) : reading.title
  const playback = usePlayback(lines, linked?.start ?? null)
  const { recording, activeLine, seek } = playback
  usePlayerKeys(recording)
  const search = useSearch(lines)
  const follow = useFollow(activeLine)
  const spokenInSight = useIsVisible(activeLine)
  useWantedDownload(libraryItemId, wantedFormat)
  const { platform, playUrl } = media
  const frame = useMemo(() => (playUrl ? null : frameOf(platform, videoId)), [playUrl, platform, videoId])
  const picture = media.hasThumbnail ? `/transcripts/${libraryItemId}/thumbnail` : null
  const playable = playUrl !== null || frame !== null
  const captions =
    transcript && lines.length > 0 ? { address: downloadAddress(libraryItemId, 'vtt'), lang: lang ?? 'und' } : null
  const searchThere = {
    ...search,
    // While a hit is shown, following the spoken line would scroll the page away from it.
    setQuery: (query: string) => {
      follow.pause()
      search.setQuery(query)
    },
  }
  const running = runningJob(state)
  const [publishedNow, setPublished] = useState(published)
  const [view, chooseView] = useTextView(initialView)
  const pagePath = `/transcripts/${libraryItemId}`
  const page = useCallback(
    () => publishedNow?.url ?? new URL(pagePath, window.location.origin).href,
    [publishedNow, pagePath],
  )
  const { wantedSeconds } = playback
  const copyLink = useCallback(() => {
    const seconds = wantedSeconds()
    void copyText(addressAt(page(), seconds), aidsWords.linkCopied(formatShortClock(Math.floor(seconds) * 1000)))
  }, [page, wantedSeconds])
  useLinkKey(copyLink)
  const quote = useMemo(() => ({ title, page, copy: copyQuoted, warn: toast.error }), [title, page])
  const { pause } = follow
  const isWhole = transcript !== null && !isPart(transcript)
  const timed = hasWords && !running && recording
  const wordsAddress = downloadAddress(libraryItemId, 'json')
  const spokenWords = useMemo(() => (timed ? { address: wordsAddress, recording: timed } : null), [timed, wordsAddress])
  const again = useTranscribeAgain(libraryItemId, languageChoice?.replaces === false)
  const editor = useTextEditor()
  const history = useHistoryDialog(libraryItemId)
  const playFrom = useCallback(
    (seconds: number) => {
      seek(seconds)
      recording?.play()
    },
    [seek, recording],
  )
  const goToTime = useGoToTime(editor.part ? NO_LINES : lines, seek)
  const naming = useSpeakersDialog(libraryItemId, transcript?.speakers ?? NOBODY)
  const heard = detected?.guesses.map((guess) => guess.lang) ?? []
  const spoken =
    languageChoice && isWhole && !running && !editor.part
      ? { heard, languages: languageChoice.languages, busy: again.isPending, onChoose: again.mutate }
      : null
  const rival = spoken && detected && plausibleRival(detected)
  const source = playUrl ? {} : { source: { seconds: lines[activeLine]?.start ?? null } }
  return (
    <ViewerFrame
      bar={
        <PageBar>
          <Toolbar
            libraryItemId={libraryItemId}
            lines={lines}
            transcript={transcript}
            published={publishedNow}
            onPublish={setPublished}
            onEdit={transcript && version && !running && !editor.part && lines.length > 0 ? editor.open : null}
            spoken={spoken}
            onCopyLink={copyLink}
          >
            <MoreMenu
              libraryItemId={libraryItemId}
              onRename={() => setIsRenaming(true)}
              onCopyLink={copyLink}
              onGoToTime={lines.length > 0 && !editor.part ? goToTime.open : null}
              onShortcuts={() => openOverlay('shortcuts')}
              onHistory={transcript && version && !editor.part ? history.open : null}
              onTranscribeAgain={speech?.again && !running && !again.isPending ? () => again.mutate(null) : null}
            />
          </Toolbar>
        </PageBar>
      }
      heading={
        <ViewerHeading
          title={
            <EditableTitle
              libraryItemId={libraryItemId}
              title={title}
              sourceTitle={media.sourceTitle}
              isEditing={isRenaming}
              onEditing={setIsRenaming}
              onRenamed={(name) => setRenamed({ title: name })}
            />
          }
          picture={frame ? null : picture}
        >
          {transcript && (
            <TextNotes
              transcript={transcript}
              isDetected={detected !== null}
              grows={running !== null}
              engineCommands={engineCommands}
              {...source}
            >
              {rival && <RivalButton lang={rival} busy={again.isPending} onChoose={again.mutate} />}
            </TextNotes>
          )}
          {running && <JobProgress job={running} isAgain={isWhole} notices={notices} />}
        </ViewerHeading>
      }
      player={
        playable && (
          <MediaPlayer
            media={media}
            waveform={media.platform === 'upload' ? `${pagePath}/waveform` : null}
            frame={frame}
            title={title}
            poster={picture}
            playback={playback}
            captions={captions}
          />
        )
      }
      toolbar={lines.length > 0 && <SearchBox search={searchThere} />}
    >
      {editor.part && transcript && version && (
        <editor.part.Editor
          libraryItemId={libraryItemId}
          lines={lines}
          version={`"${version}"`}
          speakers={transcript.speakers ?? NOBODY}
          lang={lang}
          onPlay={playFrom}
          onDone={editor.close}
        />
      )}
      {!editor.part && lines.length > 0 && (
        <>
          <ViewOptions view={view} onView={chooseView} follow={playable ? follow : null} />
          <TranscriptText
            lines={lines}
            lang={lang}
            activeLine={activeLine}
            onSeek={seek}
            addressable
            speakers={transcript?.speakers ?? NOBODY}
            onSpeaker={transcript && !running ? naming.open : undefined}
            hits={search.hits}
            currentHit={search.hits[search.current] ?? null}
            aids={{ view, quote, linked, spokenWords, onStep: pause }}
          />
        </>
      )}
      {naming.dialog}
      {history.dialog}
      {goToTime.dialog}
      {speech && isWhole && !running && !editor.part && <SpeechOffer libraryItemId={libraryItemId} speech={speech} />}
      {pageEndSeconds !== null && <PageEnd endSeconds={pageEndSeconds} />}
      {transcript && lines.length === 0 && <NoSpeech warnings={transcript.warnings} />}
      {running && !isWhole && <PartialNote coveredMs={lines.length > 0 ? partial.covered_ms : 0} />}
      {!transcript && job?.error && <JobFailed job={job} error={job.error} />}
      {follow.paused && !spokenInSight && recording && <ResumeChip onClick={follow.resume} />}
    </ViewerFrame>
  )
}

/** A probability from which on a second language is offered beside the detected one. */
const PLAUSIBLE = 0.1

function plausibleRival({ lang, guesses }: DetectedLanguage): string | null {
  return guesses.find((guess) => guess.lang !== lang && guess.probability >= PLAUSIBLE)?.lang ?? null
}

/** Transcribes the text again in the second most probable language. */
function RivalButton({ lang, busy, onChoose }: { lang: string; busy: boolean; onChoose: (lang: string) => void }) {
  return (
    <button
      type="button"
      disabled={busy}
      className="link text-accent print:hidden"
      onClick={() => onChoose(lang)}
      suppressHydrationWarning
    >
      {words.transcribeAs(languageName(lang))}
    </button>
  )
}

type MediaPlayerProps = {
  media: LibraryItemMedia
  waveform: string | null
  frame: Frame | null
  title: string
  poster: string | null
  playback: Playback
  captions: { address: string; lang: string } | null
}

/** The recording itself: played by this page where it has the file, else by its platform's player. */
function MediaPlayer({ media, waveform, frame, title, poster, playback, captions }: MediaPlayerProps) {
  const { playUrl, platform } = media
  if (playUrl) {
    return <Player media={{ ...media, playUrl }} playback={playback} captions={captions} waveform={waveform} />
  }
  return frame && <FramedPlayer frame={frame} platform={platform} title={title} poster={poster} playback={playback} />
}

/** Controls the recording by the keyboard from anywhere on the page. */
function usePlayerKeys(recording: Recording | null): void {
  useEffect(() => {
    if (!recording) return
    const keydown = (event: KeyboardEvent) => handlePlayerKey(event, recording)
    window.addEventListener('keydown', keydown)
    return () => window.removeEventListener('keydown', keydown)
  }, [recording])
}

const copyQuoted = (text: string, said: string) => void copyText(text, said)

/** The view of the text, remembered for the next one. */
function useTextView(initial: TextView): [TextView, (view: TextView) => void] {
  const [view, setView] = useState(initial)
  const choose = (chosen: TextView) => {
    setView(chosen)
    rememberTextView(chosen)
  }
  return [view, choose]
}

/** C copies a link at the position of the player. */
function useLinkKey(copyLink: () => void): void {
  useEffect(() => {
    const keydown = (event: KeyboardEvent) => isLinkKey(event) && copyLink()
    window.addEventListener('keydown', keydown)
    return () => window.removeEventListener('keydown', keydown)
  }, [copyLink])
}
