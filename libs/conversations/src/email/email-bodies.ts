import { Injectable } from '@nestjs/common';
import type { EmailBodyResponse, EmailSourceResponse } from '@parley/contracts/api/email';
import type { EmailContent } from '@parley/contracts/events';
import { NotFound } from '@parley/event-sourcing/decider/decider';
import { visibleSql, type Viewer } from '@parley/event-sourcing/visibility/viewer';
import { foldText } from '@parley/mail-html/fold-text';
import { MOST_HTML } from '@parley/mail-html/limits';
import { sanitiseMail, type ShownMail } from '@parley/mail-html/sanitise-mail';
import { Database } from '@parley/platform/database/database';
import { Storage } from '@parley/platform/storage/storage';
import type { StoredAsset } from '../read/transcript.rows';

/** Characters of the source of an e-mail that are shown: the whole of it is a file. */
const MOST_SOURCE = 200_000;

interface Email {
  id: string;
  content: Omit<EmailContent, 'assets'>;
  assets: StoredAsset[];
}

/** What e-mails say, made safe to show. */
@Injectable()
export class EmailBodies {
  constructor(
    private readonly database: Database,
    private readonly storage: Storage,
  ) {}

  /** @param withPictures those from elsewhere are shown, fetched by us @throws NotFound */
  async body(viewer: Viewer, id: string, withPictures: boolean): Promise<EmailBodyResponse> {
    const email = await this.find(viewer, id);
    const folded = foldText(email.content.text);
    const text = { text: folded.text, quotedText: folded.quoted || null };
    const shown = await this.shown(email, withPictures);
    if (shown === null || typeof shown === 'string') {
      return { ...text, html: null, whyText: shown, pictures: 0, isDesigned: false, inlined: [] };
    }
    const { html, pictures, isDesigned } = shown;
    return { ...text, html, whyText: null, pictures: pictures.length, isDesigned, inlined: shown.inlined };
  }

  /** The address of a picture from elsewhere that an e-mail shows. @throws NotFound */
  async pictureOf(viewer: Viewer, id: string, index: number): Promise<string> {
    const shown = await this.shown(await this.find(viewer, id), false);
    const address = shown !== null && typeof shown !== 'string' ? shown.pictures[index] : undefined;
    if (address === undefined) throw new NotFound();
    return address.startsWith('//') ? `https:${address}` : address;
  }

  /** A picture that came with an e-mail. @throws NotFound */
  async inlinePicture(viewer: Viewer, id: string, assetId: string): Promise<StoredAsset & { path: string }> {
    const { assets } = await this.find(viewer, id);
    const asset = assets.find((candidate) => candidate.id === assetId);
    if (!asset?.path || !isPicture(asset.contentType)) throw new NotFound();
    return { ...asset, path: asset.path };
  }

  /** The e-mail as it came over the wire. @throws NotFound */
  async source(viewer: Viewer, id: string): Promise<EmailSourceResponse> {
    const raw = (await this.find(viewer, id)).assets.find(({ part }) => part === 'raw');
    if (!raw?.path) throw new NotFound();
    const bytes = await this.storage.get(raw.path);
    const source = bytes.subarray(0, MOST_SOURCE).toString('utf8');
    return { source, isCut: bytes.length > MOST_SOURCE };
  }

  private async find(viewer: Viewer, id: string): Promise<Email> {
    const values: unknown[] = [id];
    const { rows } = await this.database.query<Email>(
      `select e.id, e.content, e.assets
         from transcript.entry e join inbox.conversation c on c.id = e.conversation_id
        where e.id = $1 and not e.is_deleted and e.content ->> 'type' = 'email'
          and ${visibleSql(viewer, 'c', values)}`,
      values,
    );
    if (!rows[0]) throw new NotFound();
    return rows[0];
  }

  /** @returns null where it has no HTML; why it is not shown, where it is not */
  private async shown(
    { id, assets }: Email,
    withPictures: boolean,
  ): Promise<ShownMail | EmailBodyResponse['whyText']> {
    const html = assets.find(({ part }) => part === 'html');
    if (!html?.path) return null;
    if ((html.size ?? 0) > MOST_HTML) return 'mail_too_large';
    const route = `/api/v3/email-chats/entries/${id}`;
    const pictures = new Map(
      assets.flatMap((asset) =>
        asset.contentId && asset.path && isPicture(asset.contentType) ? [[asset.contentId, asset.id]] : [],
      ),
    );
    return sanitiseMail((await this.storage.get(html.path)).toString('utf8'), {
      inline: (contentId) => {
        const assetId = pictures.get(contentId);
        return assetId && `${route}/inline?asset=${assetId}`;
      },
      remote: withPictures ? (index) => `${route}/picture?at=${index}` : undefined,
    });
  }
}

function isPicture(contentType: string): boolean {
  return /^image\/(png|jpeg|gif|webp)$/.test(contentType);
}
