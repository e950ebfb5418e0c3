import type { Alias, Person } from '../adapter';
import { identifier, isRecord, known, list, oneLine, record, type Json } from '../json';
import { phoneOfWaId } from '../phone';

/** The ids by which a message names a person: phone, business-scoped id, or neither. */
export interface PersonKeys {
  waId: string | undefined;
  userId: string | undefined;
}

/**
 * The person whom a message names by its keys, with their profile from `contacts`. A message without keys belongs to
 * the only contact in the webhook.
 * @returns null if nothing identifies the person
 */
export function personOf(keys: PersonKeys, contacts: unknown): Person | null {
  const card = cardOf(keys, list(contacts).filter(isRecord));
  const waId = keys.waId ?? identifier(card.wa_id);
  const bsuid = keys.userId ?? identifier(card.user_id);
  const phone = phoneOfWaId(waId);
  const aliases: Alias[] = [];
  if (phone) aliases.push({ kind: 'phone', value: phone });
  if (bsuid) aliases.push({ kind: 'bsuid', value: bsuid });
  if (aliases.length === 0 && waId) aliases.push({ kind: 'external', value: waId });
  if (aliases.length === 0) return null;
  const profile = record(card.profile);
  return {
    aliases,
    profile: known({
      name: oneLine(profile.name),
      phone,
      bsuid,
      username: oneLine(profile.username, 128)?.replace(/^@/, ''),
    }),
  };
}

function cardOf({ waId, userId }: PersonKeys, cards: Json[]): Json {
  const [only, second] = cards;
  if (!waId && !userId) return only && !second ? only : {};
  return (
    cards.find(
      (card) => (waId && identifier(card.wa_id) === waId) || (userId && identifier(card.user_id) === userId),
    ) ?? {}
  );
}
