/** A line of the text. Times are seconds; `speaker` is the id of one of the speakers. */
export type Line = { start: number; end: number; text: string; speaker?: string | undefined }
