import type { AliasKind, ContactIdentity } from '@parley/contracts/events';
import { normalizeText } from '@parley/contracts/rules/normalized-text';

/** An address or id under which a channel knows a contact. */
export interface Alias {
  kind: AliasKind;
  value: string;
  /**
   * The scope within which an `external` id is unique, such as a page; absent if it is unique in the organisation.
   */
  scope?: string;
}

/** Kinds of aliases, surest identification first: phone numbers and addresses may pass to another person. */
const kinds: AliasKind[] = ['bsuid', 'external', 'phone', 'email'];

/**
 * Returns aliases without duplicates, normalised and in a fixed order, so that concurrent payloads that share an
 * alias compete for it first, and the losers use the winner's contact.
 */
export function inClaimOrder(aliases: Alias[]): Alias[] {
  const unique = new Map<string, Alias>();
  for (const { kind, value, scope } of aliases) {
    const spelt = spelling(kind, scope === undefined ? value : `${scope}/${value}`);
    if (spelt) unique.set(`${kind}/${spelt}`, { kind, value: spelt });
  }
  const rank = ({ kind }: Alias) => kinds.indexOf(kind);
  return [...unique.values()].sort((a, b) => rank(a) - rank(b) || (a.value < b.value ? -1 : 1));
}

/** The ids, with their scopes, by which providers reach a contact. */
export function identitiesIn(aliases: Alias[]): ContactIdentity[] {
  return aliases.flatMap(({ value, scope }) => (scope === undefined ? [] : [{ scope, id: value }]));
}

function spelling(kind: AliasKind, value: string): string {
  if (kind === 'phone') return value.replace(/\D/g, '');
  if (kind === 'email') return normalizeText(value.trim(), 'NFC').toLowerCase();
  return value.trim();
}
