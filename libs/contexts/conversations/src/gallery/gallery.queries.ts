import { Injectable } from '@nestjs/common';
import type { GalleryItem, GalleryLink, GalleryResponse } from '@parley/contracts/api/gallery';
import { visibleSql, type Viewer } from '@parley/access-rules/viewer';
import { Database } from '@parley/platform/database/database';
import type { EntryRow, StoredAsset } from '../read/transcript.rows';

/** Maximum number of messages in a gallery; it shows the newest messages that have a file or a link. */
const MOST = 500;

type Row = Pick<EntryRow, 'id' | 'conversation_id' | 'direction' | 'created_by_id' | 'assets' | 'time'> & {
  words: string | null;
};

/** Reads the files and links of conversations. */
@Injectable()
export class GalleryQueries {
  constructor(private readonly database: Database) {}

  /**
   * The gallery of a conversation or of its contact; empty if the conversation is missing or hidden from this viewer.
   */
  async of(viewer: Viewer, chatId: string, whose: 'chat' | 'contact'): Promise<GalleryResponse> {
    const values: unknown[] = [chatId];
    const isWhose =
      whose === 'chat'
        ? 'c.id = $1'
        : 'c.contact_id = (select contact_id from inbox.conversation where id = $1 and customer_id = c.customer_id)';
    const { rows } = await this.database.query<Row>(
      `select e.id, e.conversation_id, e.direction, e.created_by_id, e.assets, e.time, e.content ->> 'text' as words
         from inbox.conversation c join transcript.entry e on e.conversation_id = c.id
        where ${isWhose} and ${visibleSql(viewer, 'c', values)} and not e.is_deleted
          and (e.assets <> '[]' or e.content ->> 'text' ~* 'https?://')
        order by e.time desc, e.position desc limit ${MOST + 1}`,
      values,
    );
    const shown = rows.slice(0, MOST);
    return { items: shown.flatMap(itemsOf), links: shown.flatMap(linksOf), isCut: rows.length > MOST };
  }

  /** Stored files of messages that this viewer may see, by `message/asset`; missing files are absent. */
  async stored(
    viewer: Viewer,
    messageIds: string[],
  ): Promise<Map<string, StoredAsset & { path: string; time: Date }>> {
    const values: unknown[] = [messageIds];
    const { rows } = await this.database.query<{ id: string; assets: StoredAsset[]; time: Date }>(
      `select e.id, e.assets, e.time
         from transcript.entry e join inbox.conversation c on c.id = e.conversation_id
        where e.id = any($1::uuid[]) and not e.is_deleted and ${visibleSql(viewer, 'c', values)}`,
      values,
    );
    const files = rows.flatMap(({ id, assets, time }) =>
      assets.flatMap((asset) =>
        asset.path ? [[`${id}/${asset.id}`, { ...asset, path: asset.path, time }] as const] : [],
      ),
    );
    return new Map(files);
  }
}

function itemsOf(row: Row): GalleryItem[] {
  return [...row.assets].reverse().map(({ path: _path, ...asset }) => ({
    messageId: row.id,
    chatId: row.conversation_id,
    time: new Date(row.time).toISOString(),
    direction: row.direction,
    createdById: row.created_by_id,
    asset,
  }));
}

function linksOf({ id: messageId, conversation_id: chatId, time, words }: Row): GalleryLink[] {
  const found = words?.match(/https?:\/\/[^\s<>"]+/gi) ?? [];
  const urls = found.map((url) => url.replace(/(?<![.,;:!?)\]}])[.,;:!?)\]}]+$/, ''));
  return [...new Set(urls)].map((url) => ({ messageId, chatId, time: new Date(time).toISOString(), url }));
}
