import type { AliasKind, ContactIdentity } from '@parley/contracts/events';
import { normalizeText } from '@parley/contracts/rules/normalized-text';

/** How a channel knows somebody. */
export interface Alias {
  kind: AliasKind;
  value: string;
  /** Where an `external` id means something; left out where it is the organisation. */
  scope?: string;
}

/** What says most surely who somebody is comes first: numbers and addresses change hands. */
const kinds: AliasKind[] = ['bsuid', 'external', 'phone', 'email'];

/**
 * Aliases in the one order in which every payload claims them, each once, in the spelling that is the same for all
 * that mean the same. Payloads that share an alias then race for it first, and whoever loses follows the winner.
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

/** The ids by which providers reach somebody. */
export function identitiesIn(aliases: Alias[]): ContactIdentity[] {
  return aliases.flatMap(({ value, scope }) => (scope === undefined ? [] : [{ scope, id: value }]));
}

function spelling(kind: AliasKind, value: string): string {
  if (kind === 'phone') return value.replace(/\D/g, '');
  if (kind === 'email') return normalizeText(value.trim(), 'NFC').toLowerCase();
  return value.trim();
}
