import { Injectable } from '@nestjs/common';
import { ContactAttributeQueries } from '@parley/catalogue/read/contact-settings.queries';
import { RecipientQueries } from '@parley/contacts/lists/recipients.queries';
import type { SkipReason } from '@parley/contracts/events';
import {
  BroadcastAudience,
  type Audience,
  type AudiencePage,
  type FilledPreview,
  type Filling,
} from '@parley/engage/write/neighbours';
import { attributeNames } from './attribute-names';
import { fillTemplate } from './fill-template';

/** Time in ms for which the duplicates of a list are cached, while its pages are read. */
const KEPT_MS = 60_000;

/** Provides the members of contact lists as recipients of broadcasts. */
@Injectable()
export class ListAudience extends BroadcastAudience {
  private readonly known = new Map<string, { at: number; ids: string[] }>();

  constructor(
    private readonly recipients: RecipientQueries,
    private readonly attributes: ContactAttributeQueries,
  ) {
    super();
  }

  async page(
    audience: Audience,
    { after, limit }: { after: string | null; limit: number },
  ): Promise<AudiencePage> {
    const duplicates = await this.duplicates(audience, after === null);
    const rows = await this.recipients.page(audience, { after, limit: limit + 1, duplicates });
    const candidates = rows
      .slice(0, limit)
      .map(({ contactId, phone, reason }) => ({ contactId, phone, reason }));
    return { candidates, next: rows.length > limit ? candidates.at(-1)!.contactId : null };
  }

  counts(audience: Audience, unreached: string[]): Promise<{ reason: SkipReason | null; count: number }[]> {
    return this.recipients.counts(audience, unreached);
  }

  countsByCode(
    audience: Audience,
    asked: { callingCodes: string[]; unreached: string[] },
  ): Promise<Map<string, number>> {
    return this.recipients.countsByCode(audience, asked);
  }

  people(customerId: string, contactIds: string[]) {
    return this.recipients.people(customerId, contactIds);
  }

  async preview(
    audience: Audience,
    { template, values }: Filling,
    { after, limit }: { after: string | null; limit: number },
  ): Promise<FilledPreview[]> {
    const [names, rows] = await Promise.all([
      attributeNames(this.attributes, audience.customerId),
      this.recipients.page(audience, { after, limit, duplicates: [] }),
    ]);
    return rows.map(({ contactId, name, phone, email, attributes }) => {
      const source = { name, phone, email, attributes };
      const { values: filled, missing } = fillTemplate(template.content, values, source, names);
      return { contactId, name, phone, values: filled, missing };
    });
  }

  private async duplicates(audience: Audience, isFirst: boolean): Promise<string[]> {
    const key = JSON.stringify(audience);
    const known = this.known.get(key);
    if (known && !isFirst && Date.now() - known.at < KEPT_MS) return known.ids;
    for (const [other, { at }] of this.known) if (Date.now() - at >= KEPT_MS) this.known.delete(other);
    const ids = await this.recipients.duplicates(audience);
    this.known.set(key, { at: Date.now(), ids });
    return ids;
  }
}
