import { type BaseServiceParams, FileService } from 'assemblyai'
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
