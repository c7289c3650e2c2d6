import type { SpeechModelView } from './contract'

/** Whether a model is being downloaded, or waits for it. */
export function isDownloading({ download }: SpeechModelView): boolean {
  return download?.status === 'queued' || download?.status === 'in_progress'
}

/** The languages of each group, in the order in which the groups come; those without a group are left out. */
export function groupLanguages<Language extends { lang: string }>(
  languages: readonly Language[],
  groupOf: (language: Language) => string | null,
): [group: string, langs: string[]][] {
  const groups = new Map<string, string[]>()
  for (const language of languages) {
    const group = groupOf(language)
    if (group !== null) groups.set(group, [...(groups.get(group) ?? []), language.lang])
  }
  return [...groups]
}
