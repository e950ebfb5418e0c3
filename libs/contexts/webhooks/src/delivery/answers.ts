import { Injectable } from '@nestjs/common';
import { SubjectKeys, subjectName } from '@parley/platform/security/keys';
import { openText, sealText } from '@parley/platform/security/sealing';

/** An attempt at a delivery, whose answer is stored. */
export interface AnswerPlace {
  customerId: string;
  webhookId: string;
  eventId: string;
  number: number;
  /** Null if the event concerns no contact. */
  contactId: string | null;
}

/**
 * Answers of receivers. An answer may repeat text of a contact, so it is encrypted with the contact's key and becomes
 * unreadable when the contact is erased.
 */
@Injectable()
export class Answers {
  constructor(private readonly keys: SubjectKeys) {}

  async seal(place: AnswerPlace, answer: string): Promise<string | null> {
    const text = answer.toWellFormed().replaceAll('\0', '\ufffd');
    if (text === '' || place.contactId === null) return text;
    const key = await this.keys.forSealing(place.customerId, place.contactId);
    return key && sealText(key, text, placeOf(place));
  }

  /** Null if the contact was erased. */
  async open(place: AnswerPlace, sealed: string | null): Promise<string | null> {
    if (sealed === null || sealed === '' || place.contactId === null) return sealed;
    const subject = { customerId: place.customerId, subject: place.contactId };
    const key = (await this.keys.forOpening([subject])).get(subjectName(subject));
    return key ? openText(key, sealed, placeOf(place)) : null;
  }
}

function placeOf({ webhookId, eventId, number }: AnswerPlace): string {
  return `${webhookId}/${eventId}/${number}`;
}
