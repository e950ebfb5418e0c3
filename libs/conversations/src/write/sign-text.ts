import { signatureOf, signed } from '@parley/contracts/events/signature';
import type { ComposerFacts } from '../read/inbox.queries';

/** Signs what somebody wrote, by their own choice or as the channel has it. */
export function signText(text: string, { chat: { platform }, channel, signer }: ComposerFacts): string {
  const { displayName: name, automaticSignature } = signer;
  const signature = signatureOf(automaticSignature, channel?.settings.automaticSignature ?? 'none');
  return signed(text, { name, signature, platform });
}
