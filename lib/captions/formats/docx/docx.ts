import { facts } from './facts'

/** A Word document, which a worker process writes (`lib/archive/render/render-docx.ts`). */
export const docx = { ...facts } as const
