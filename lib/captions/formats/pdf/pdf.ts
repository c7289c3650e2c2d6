import { facts } from './facts'

/** A PDF, which a worker process writes (`lib/archive/render/pdf/render-pdf.ts`). */
export const pdf = { ...facts } as const
