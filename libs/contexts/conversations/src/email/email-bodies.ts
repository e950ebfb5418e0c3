import { Injectable } from '@nestjs/common';
import type { EmailBodyResponse, EmailSourceResponse } from '@parley/contracts/api/email';
import type { EmailContent } from '@parley/contracts/events';
import { NotFound } from '@parley/event-sourcing/decider/decider';
import { visibleSql, type Viewer } from '@parley/access-rules/viewer';
import { foldText } from '@parley/mail-html/fold-text';
import { MailBodies, type MailBody } from '@parley/mail-html/mail-bodies';
import { isInlinePicture, placePictures } from '@parley/mail-html/place-pictures';
import { Database } from '@parley/platform/database/database';
import { Storage } from '@parley/platform/storage/storage';
import type { StoredAsset } from '../read/transcript.rows';

/** Maximum length in bytes of an e-mail's source on the screen; the stored file contains all of it. */
const MAX_SOURCE = 200_000;

interface Email {
  id: string;
  content: Omit<EmailContent, 'assets'>;
  assets: StoredAsset[];
}

/** Makes the bodies of e-mails safe to display. */
@Injectable()
export class EmailBodies {
  constructor(
    private readonly database: Database,
    private readonly storage: Storage,
    private readonly bodies: MailBodies,
  ) {}

  /**
   * The body of an e-mail, made safe to display.
   * @param withPictures whether to display remote images, which the server fetches
   * @throws NotFound if there is no such e-mail
   */
  async body(viewer: Viewer, id: string, withPictures: boolean): Promise<EmailBodyResponse> {
    const email = await this.find(viewer, id);
    const folded = foldText(email.content.text);
    const text = { text: folded.text, quotedText: folded.quoted || null };
    const body = await this.kept(viewer, email);
    if (body === null || 'unshowable' in body) {
      const whyText = body ? body.unshowable : email.content.isSimplified ? 'mail_too_complex' : null;
      return { ...text, html: null, whyText, pictures: 0, isDesigned: false, inlined: [] };
    }
    const { pictures, isDesigned, inlined } = body;
    const route = `/api/v3/email-chats/entries/${id}`;
    const assetIds = new Map(picturesOf(email).map((asset) => [asset.contentId, asset.id]));
    const html = placePictures(body, {
      inline: (contentId) => {
        const assetId = assetIds.get(contentId);
        return assetId && `${route}/inline?asset=${assetId}`;
      },
      remote: withPictures ? (number) => `${route}/picture?at=${number}` : undefined,
    });
    return { ...text, html, whyText: null, pictures: pictures.length, isDesigned, inlined };
  }

  /**
   * The URL of a remote image in an e-mail.
   * @throws NotFound if there is no such image
   */
  async pictureOf(viewer: Viewer, id: string, index: number): Promise<string> {
    const body = await this.kept(viewer, await this.find(viewer, id));
    const address = body !== null && 'pictures' in body ? body.pictures[index] : undefined;
    if (address === undefined) throw new NotFound();
    return address.startsWith('//') ? `https:${address}` : address;
  }

  /**
   * An image that is part of an e-mail.
   * @throws NotFound if there is no such image
   */
  async inlinePicture(viewer: Viewer, id: string, assetId: string): Promise<StoredAsset & { path: string }> {
    const { assets } = await this.find(viewer, id);
    const asset = assets.find((candidate) => candidate.id === assetId);
    if (!asset?.path || !isInlinePicture(asset.contentType)) throw new NotFound();
    return { ...asset, path: asset.path };
  }

  /**
   * The raw source of an e-mail as received.
   * @throws NotFound if it is not stored
   */
  async source(viewer: Viewer, id: string): Promise<EmailSourceResponse> {
    const raw = (await this.find(viewer, id)).assets.find(({ part }) => part === 'raw');
    if (!raw?.path) throw new NotFound();
    const bytes = await this.storage.get(raw.path);
    const source = bytes.subarray(0, MAX_SOURCE).toString('utf8');
    return { source, isCut: bytes.length > MAX_SOURCE };
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

  /** @returns the e-mail's safe HTML; null if the e-mail has no HTML */
  private async kept({ customerId }: Viewer, email: Email): Promise<MailBody | null> {
    const html = email.assets.find(({ part }) => part === 'html');
    if (!html?.path) return null;
    const contentIds = picturesOf(email).map((asset) => asset.contentId);
    return this.bodies.get({ path: html.path, size: html.size, contentIds, customerId });
  }
}

/** The stored images of an e-mail to which its HTML may refer by their content ids. */
function picturesOf({ assets }: Email): (StoredAsset & { contentId: string })[] {
  return assets.flatMap((asset) =>
    asset.contentId && asset.path && isInlinePicture(asset.contentType)
      ? [{ ...asset, contentId: asset.contentId }]
      : [],
  );
}
