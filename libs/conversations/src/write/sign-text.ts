import { Injectable } from '@nestjs/common';
import { signatureOf, signed } from '@parley/contracts/events/signature';
import { InboxQueries, type ComposerFacts } from '../read/inbox.queries';
import type { Viewer } from '../read/visibility';

/** Signs what somebody wrote, by their own choice or as the channel has it. */
@Injectable()
export class SignText {
  constructor(private readonly inbox: InboxQueries) {}

  async sign(
    text: string,
    writer: Pick<Viewer, 'customerId' | 'userId'>,
    { chat: { platform }, channel }: ComposerFacts,
  ): Promise<string> {
    const { displayName: name, automaticSignature } = await this.inbox.signer(writer);
    const signature = signatureOf(automaticSignature, channel?.settings.automaticSignature ?? 'none');
    return signed(text, { name, signature, platform });
  }
}
