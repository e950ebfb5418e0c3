import type { MessageAsset, MessageContent } from '@parley/contracts/events';
import type { Field } from './field';

/** Public form of a message's content, without paths of our storage and ids of the provider. */
export function publicContent(content: MessageContent | undefined | null): object | null {
  switch (content?.type) {
    case undefined:
      return null;
    case 'text':
      return { type: 'text', text: content.text };
    case 'asset':
      return { type: 'asset', assets: publicAssets(content.assets), caption: content.caption ?? null };
    case 'email': {
      const { type, subject, from, to, cc, text, assets } = content;
      const attached = assets.filter(({ part }) => part !== 'html' && part !== 'raw');
      return { type, title: subject, from, to, cc, text, assets: publicAssets(attached) };
    }
    case 'location': {
      const { type, latitude, longitude, name, address, url } = content;
      return { type, latitude, longitude, name: name ?? null, address: address ?? null, url: url ?? null };
    }
    case 'contacts':
      return {
        type: 'contacts',
        contacts: content.contacts.map(({ name, phones, emails }) => ({ name, phones, emails })),
      };
    case 'template': {
      const { type, name, language, parameters, text } = content;
      return { type, name, language, parameters, text };
    }
    case 'unsupported':
      return { type: 'unsupported', reason: content.reason };
  }
}

function publicAssets(assets: MessageAsset[]) {
  return assets.map(({ assetId, category, contentType, fileName, size }) => ({
    ...{ id: assetId, category, contentType },
    ...{ fileName: fileName ?? null, size: size ?? null },
  }));
}

const person = {
  type: 'object',
  required: ['address'],
  properties: { address: { type: 'string' }, name: { type: 'string' } },
  additionalProperties: false,
};

export const content: Field = {
  schema: {
    type: 'object',
    required: ['type'],
    properties: {
      type: { enum: ['text', 'asset', 'location', 'contacts', 'template', 'email', 'unsupported'] },
      text: { type: 'string' },
      title: { type: 'string' },
      from: { anyOf: [person, { type: 'null' }] },
      to: { type: 'array', items: person },
      cc: { type: 'array', items: person },
      caption: { type: ['string', 'null'] },
      assets: {
        type: 'array',
        items: {
          type: 'object',
          required: ['id', 'category', 'contentType', 'fileName', 'size'],
          properties: {
            id: { type: 'string', format: 'uuid' },
            category: { enum: ['image', 'video', 'audio', 'voice', 'document', 'sticker'] },
            contentType: { type: 'string' },
            fileName: { type: ['string', 'null'] },
            size: { type: ['integer', 'null'] },
          },
          additionalProperties: false,
        },
      },
      latitude: { type: 'number' },
      longitude: { type: 'number' },
      name: { type: ['string', 'null'] },
      address: { type: ['string', 'null'] },
      url: { type: ['string', 'null'] },
      contacts: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            name: { type: 'string' },
            phones: { type: 'array', items: { type: 'string' } },
            emails: { type: 'array', items: { type: 'string' } },
          },
          additionalProperties: false,
        },
      },
      language: { type: 'string' },
      parameters: { type: 'array', items: { type: 'string' } },
      reason: { type: 'string' },
    },
    additionalProperties: false,
  },
  example: { type: 'text', text: 'Hi, where is my order?' },
};
