import { pool } from '@/lib/core/db/db'

/** How many of a user's newest items are considered. */
const MAX_CONSIDERED = 2_000

const LANGUAGES = {
  name: 'text_languages',
  text: `select distinct split_part(lower(t.lang), '-', 1) as lang
         from (select transcript_id from library_item where user_id = $1 order by created_at desc, id desc
               limit ${MAX_CONSIDERED}) e
         join transcript t on t.id = e.transcript_id
         where t.lang is not null order by lang`,
}

/** The languages, without regions, of the texts of a user's newest library items. */
export async function findTextLanguages(userId: string): Promise<string[]> {
  const { rows } = await pool().query<{ lang: string }>({ ...LANGUAGES, values: [userId] })
  return rows.map(({ lang }) => lang)
}
