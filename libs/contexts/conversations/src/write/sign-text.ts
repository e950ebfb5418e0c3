import { signatureOf, signed } from '@parley/contracts/rules/signature';
import type { SendFacts } from '../read/inbox.queries';
import { mediumOf } from './send-facts';

/** Signs what somebody wrote, by their own choice or as the channel has it. */
export function signText(text: string, facts: SendFacts): string {
  const { channel, signer } = facts;
  const { displayName: name, automaticSignature } = signer;
  const signature = signatureOf(automaticSignature, channel?.settings.automaticSignature ?? 'none');
  return signed(text, { name, signature, medium: mediumOf(facts) });
}
