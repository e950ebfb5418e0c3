import type { MessageContent } from '@parley/contracts/events';
import type { OutgoingMessage } from '../adapters/adapter';

/** Builds a message to a contact with a phone, as the worker passes it to an adapter. */
export function outgoing(content: MessageContent, more: Partial<OutgoingMessage> = {}): OutgoingMessage {
  return {
    messageId: '0d5f0b3e-2f0d-4c5e-9d57-0c8f3f2c7a11',
    to: [{ kind: 'phone', value: '+31612345678' }],
    content,
    webhookUrl: 'https://inbox.example/ingress/acme/1',
    readAsset: () => Promise.resolve(Buffer.from('file')),
    linkTo: ({ assetId }) => Promise.resolve(`https://inbox.example/files/${assetId}`),
    ...more,
  };
}
