import { Injectable } from '@nestjs/common';
import { Database } from '@parley/platform/database/database';
import { SubjectKeys, subjectName } from '@parley/platform/security/keys';
import { open, seal } from '@parley/platform/security/sealing';

export interface Picture {
  contentType: string;
  body: Buffer;
}

/** Profile pictures of contacts, fetched from providers and encrypted with the contact's key. */
@Injectable()
export class ContactPictures {
  constructor(
    private readonly database: Database,
    private readonly keys: SubjectKeys,
  ) {}

  /** Whether a fetch is due: the contact's picture was not fetched within the last 7 days. */
  async isDue(contactId: string): Promise<boolean> {
    const { rows } = await this.database.query(
      `select from parley.contact_picture where contact_id = $1 and fetched_at > now() - interval '7 days'`,
      [contactId],
    );
    return rows.length === 0;
  }

  /**
   * Stores a picture and replaces an earlier one; stores nothing for an erased contact.
   * @param picture null if the provider has no picture of the contact
   */
  async keep(customerId: string, contactId: string, picture: Picture | null): Promise<void> {
    const key = await this.keys.forSealing(customerId, contactId);
    if (!key) return;
    const sealed = picture && seal(key, picture.body, place(contactId));
    await this.database.query(
      `insert into parley.contact_picture (contact_id, customer_id, content_type, sealed_body)
       values ($1, $2, $3, $4)
       on conflict (contact_id) do update
         set content_type = excluded.content_type, sealed_body = excluded.sealed_body, fetched_at = now()`,
      [contactId, customerId, picture?.contentType ?? null, sealed],
    );
  }

  /** @returns null if no picture is stored for the contact */
  async find(customerId: string, contactId: string): Promise<Picture | null> {
    const { rows } = await this.database.query<{ content_type: string; sealed_body: Buffer }>(
      `select content_type, sealed_body from parley.contact_picture
        where customer_id = $1 and contact_id = $2 and sealed_body is not null`,
      [customerId, contactId],
    );
    const [row] = rows;
    if (!row) return null;
    const subject = { customerId, subject: contactId };
    const key = (await this.keys.forOpening([subject])).get(subjectName(subject));
    if (!key) return null;
    return { contentType: row.content_type, body: open(key, row.sealed_body, place(contactId)) };
  }

  /** Deletes the picture of an erased contact. */
  async forget(customerId: string, contactId: string): Promise<void> {
    await this.database.query(
      'delete from parley.contact_picture where customer_id = $1 and contact_id = $2',
      [customerId, contactId],
    );
  }
}

/** Associated data of the encryption, which prevents that one contact's picture is decrypted as another contact's. */
function place(contactId: string): string {
  return `contact-picture/${contactId}`;
}
