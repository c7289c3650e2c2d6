import { batchVerbs } from './batches.js'
import { type Call, type CallOptions, type ClientOptions, type Connection, connectionOf, createCall } from './call.js'
import { importVerbs } from './imports.js'
import type { GetJobQuery, Job, Me, Transcript } from './schema.js'
import { type Source, type TranscribeOptions, transcribe } from './transcribe.js'
import { transcriptVerbs } from './transcripts.js'
import { type UploadOptions, uploadFile } from './upload.js'
import { waitForJob } from './wait.js'
import { watchVerbs } from './watches.js'

/** A client of a Verbatim server. */
export class Verbatim {
  /** Calls an operation of `Operations` by its id in the API reference. */
  readonly call: Call
  /** The transcripts of your account. */
  readonly transcripts: ReturnType<typeof transcriptVerbs>
  /** Batches of up to 1,000 links and uploads. */
  readonly batches: ReturnType<typeof batchVerbs>
  /** Whole podcasts, playlists and channels. */
  readonly imports: ReturnType<typeof importVerbs>
  /** Podcasts, playlists and channels whose new items are transcribed as they appear. */
  readonly watches: ReturnType<typeof watchVerbs>
  readonly #connection: Connection

  constructor(options: ClientOptions = {}) {
    this.#connection = connectionOf(options)
    this.call = createCall(this.#connection)
    this.transcripts = transcriptVerbs(this.call)
    this.batches = batchVerbs(this.call)
    this.imports = importVerbs(this.call)
    this.watches = watchVerbs(this.call)
  }

  /** Your account: the permissions of the API key and the remaining minutes. */
  me(options?: CallOptions): Promise<Me> {
    return this.call('getMe', {}, options)
  }

  /**
   * The transcript of a link or a file. Uploads the file first, and waits for the job if the source has no captions. Throws
   * `VerbatimError`, `JobError` if the job fails, and the signal's reason; the job then continues.
   */
  transcribe(source: Source, options: TranscribeOptions = {}): Promise<Transcript> {
    return transcribe(this.call, this.#connection, source, options)
  }

  /** Uploads a file and returns its object path, for `{ upload }`. Continues where a broken connection stopped. */
  upload(file: Blob, options: UploadOptions = {}): Promise<string> {
    return uploadFile(this.call, this.#connection, file, options)
  }

  /** The transcript of a job, which is waited for. */
  waitForJob(
    jobId: string,
    options: {
      query?: GetJobQuery | undefined
      onProgress?: ((job: Job) => void) | undefined
      signal?: AbortSignal | undefined
    } = {},
  ): Promise<Transcript> {
    return waitForJob(this.call, jobId, options)
  }
}
