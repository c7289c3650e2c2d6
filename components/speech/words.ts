import { formatCount } from '../format/format-count'
import { languageName } from '../format/language-name'

const ENGINE_NAMES: Readonly<Record<string, string>> = {
  assemblyai: 'AssemblyAI',
  openai: 'the speech server',
  sherpa: 'a downloaded model',
  whisper: 'Whisper',
  moonshine: 'Moonshine',
  pocketsphinx: 'pocketsphinx',
}

const megabytes = (bytes: number) => formatCount(Math.round(bytes / 1e6))

function languages(codes: readonly string[]): string {
  const [only] = codes
  return codes.length === 1 && only ? languageName(only) : `${formatCount(codes.length)} languages`
}

/** The words of speech models and their downloads. */
export const words = {
  title: 'Speech models',
  lead: 'What transcribes recordings without captions, and in which languages.',
  inUse: 'In use',
  engine: (name: string, model: string) => `${ENGINE_NAMES[name] ?? name} (${model})`,
  engineName: (name: string) => ENGINE_NAMES[name] ?? name,
  usedNow: (engine: string) => `Recordings without captions are transcribed by ${engine}.`,
  noEngine:
    'No speech engine is set up, so only recordings with captions work. Download a model to transcribe the rest.',
  languages: 'Languages',
  languagesText: (count: number) =>
    count === 0
      ? 'No language can be transcribed yet.'
      : `${count === 1 ? 'One language' : `${formatCount(count)} languages`} can be transcribed now. Each recording gets the best model for its language.`,
  afterDownload: (count: number) => `${count === 1 ? 'One more' : `${formatCount(count)} more`} after a download`,
  wrongWords: (percent: number) => `${percent} % of words wrong`,
  models: 'Models for this machine',
  modelsText: 'Download a model once, then use it offline. Recordings never leave this machine.',
  facts: (codes: readonly string[], bytes: number, license: string) =>
    `${languages(codes)} · ${megabytes(bytes)} MB · ${license}`,
  allLanguages: (codes: readonly string[]) => codes.map(languageName).join(', '),
  showLanguages: 'Show languages',
  download: (title: string, bytes: number, codes: readonly string[]) =>
    `Download ${title} (${megabytes(bytes)} MB, ${languages(codes)})`,
  downloadToTranscribe: (title: string, bytes: number, license: string) =>
    `Download ${title} (${megabytes(bytes)} MB, ${license}) and transcribe`,
  otherWays: 'Other ways',
  /** Begins the last sentence of the detail of `language_not_supported`. */
  waysBegin: ' For ',
  transcribeWith: (title: string) => `Transcribe with ${title}`,
  here: 'Installed',
  damaged: 'A file of this model is damaged. Download it again to repair it.',
  partial: (received: number, total: number) => `${megabytes(received)} of ${megabytes(total)} MB downloaded.`,
  queued: 'Queued',
  downloading: (title: string) => `Downloading ${title}`,
  checking: 'Verifying the download',
  waiting: (detail: string) => `${detail} Retrying automatically.`,
  paused: 'Paused',
  failed: 'Download stopped',
  received: (received: number, total: number) => `${megabytes(received)} of ${megabytes(total)} MB`,
  goesOn: 'You can close this tab. We’ll keep going.',
  lessThanAMinute: 'less than a minute left',
  about: (time: string) => `about ${time} left`,
  pause: 'Pause',
  resume: 'Resume',
  retry: 'Try again',
  retryNow: 'Retry now',
  cancel: 'Cancel',
  remove: 'Delete',
  removeTitle: (title: string) => `Delete ${title}?`,
  removeText: 'Its files are deleted from this machine. You can download it again.',
  gone: (name: string) => `The model ${name} is no longer available.`,
  keep: 'Cancel',
  removed: (title: string) => `${title} deleted`,
  of: (action: string, title: string) => `${action}: ${title}`,
  better: 'Better transcripts on this machine',
  larger: 'A larger speech model makes fewer mistakes.',
  seeModels: 'Speech models',
  ready: (engine: string) => `${engine} is installed and makes fewer mistakes. Transcribing again is free.`,
  again: 'Transcribe again',
} as const
