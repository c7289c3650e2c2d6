import { type BaseServiceParams, FileService, TranscriptService } from 'assemblyai'
import type { Call } from './in-call'

/** The SDK's uploads, within the limits of a call. */
export class BoundedFiles extends FileService {
  readonly #call: Call

  constructor(params: BaseServiceParams, call: Call) {
    super(params)
    this.#call = call
  }

  protected override fetch(input: string, init?: RequestInit): Promise<Response> {
    return this.#call.ask((bounded) => this.fetchResponse(input, bounded), init)
  }
}

/** The SDK's transcripts, within the limits of a call: the SDK itself waits for ever and drops the status. */
export class BoundedTranscripts extends TranscriptService {
  readonly #call: Call

  constructor(params: BaseServiceParams, call: Call) {
    super(params, new FileService(params))
    this.#call = call
  }

  protected override fetch(input: string, init?: RequestInit): Promise<Response> {
    return this.#call.ask((bounded) => this.fetchResponse(input, bounded), init)
  }
}
