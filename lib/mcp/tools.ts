import type { Tool } from './tool'
import { editTranscript } from './tools/edit-transcript'
import { getAccount } from './tools/get-account'
import { getBatch } from './tools/get-batch'
import { getImport } from './tools/get-import'
import { getJob } from './tools/get-job'
import { getTranscript } from './tools/get-transcript'
import { importPodcast } from './tools/import-podcast'
import { listLanguages } from './tools/list-languages'
import { listTranscripts } from './tools/list-transcripts'
import { listWatches } from './tools/list-watches'
import { previewImport } from './tools/preview-import'
import { publishTranscript } from './tools/publish-transcript'
import { resolvePodcast } from './tools/resolve-podcast'
import { searchTranscripts } from './tools/search-transcripts'
import { transcribeMany } from './tools/transcribe-many'
import { unpublishTranscript } from './tools/unpublish-transcript'
import { watchSource } from './tools/watch-source'

/** Every tool of the connector, in the order in which they are listed. Each has a file in `tools/`. */
export const TOOLS: readonly Tool[] = [
  getTranscript,
  getJob,
  listLanguages,
  resolvePodcast,
  previewImport,
  importPodcast,
  getImport,
  transcribeMany,
  getBatch,
  watchSource,
  listWatches,
  listTranscripts,
  searchTranscripts,
  editTranscript,
  publishTranscript,
  unpublishTranscript,
  getAccount,
]
