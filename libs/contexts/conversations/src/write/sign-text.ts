import { signatureOf, signed } from '@parley/contracts/rules/signature';
import type { SendFacts } from '../read/inbox.queries';
import { mediumOf } from './send-facts';

/** Adds the agent's signature to a text, by the agent's own setting or else by the channel's. */
export function signText(text: string, facts: SendFacts): string {
  const { channel, signer } = facts;
  const { displayName: name, automaticSignature } = signer;
  const signature = signatureOf(automaticSignature, channel?.settings.automaticSignature ?? 'none');
  return signed(text, { name, signature, medium: mediumOf(facts) });
}
