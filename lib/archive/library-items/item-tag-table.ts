import type { Db } from '@/lib/core/db/db'
import type { LibraryItem } from '@/lib/core/generated/prisma/client'

export const MAX_TAGS_OF_ITEM = 20

/** Adds the tags of a library item to another one, as far as there is room for them. */
export async function mergeTags(tx: Db, from: Pick<LibraryItem, 'id'>, into: Pick<LibraryItem, 'id'>): Promise<void> {
  await tx.$executeRaw`
    insert into library_item_tag (library_item_id, tag_id, user_id)
    select ${into.id}::uuid, tag_id, user_id from library_item_tag
    where library_item_id = ${from.id}::uuid
      and tag_id not in (select tag_id from library_item_tag where library_item_id = ${into.id}::uuid)
    order by tag_id
    limit ${MAX_TAGS_OF_ITEM} - (select count(*) from library_item_tag where library_item_id = ${into.id}::uuid)`
}
