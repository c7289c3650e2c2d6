import { Problem } from '@/lib/platform/problem'

/** Runs `look`, and has a 422 that comes out of it name the request's field and what stood in it. */
export async function namingField<T>(field: string, input: string, look: () => Promise<T>): Promise<T> {
  try {
    return await look()
  } catch (error) {
    if (!(error instanceof Problem) || error.status !== 422) throw error
    throw new Problem(error.code, {
      detail: error.message,
      context: { ...error.context, field, input },
      cause: error.cause,
    })
  }
}
