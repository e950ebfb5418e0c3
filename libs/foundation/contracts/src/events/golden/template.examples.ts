import type { TemplateEvent } from '../template.events';
import type { ExamplesOf } from './examples-of';

export const templateExamples: ExamplesOf<TemplateEvent> = {
  TemplateAttachmentChanged: [
    {
      attachment: {
        id: '0f1e2d3c4b5a69788796a5b4c3d2e1f0',
        fileName: 'bike.png',
        contentType: 'image/png',
        size: 1024,
        path: 'ab/abcdef',
      },
      isLocked: true,
    },
    {
      attachment: null,
      isLocked: false,
    },
  ],
  TemplateCategoryChanged: [
    {
      from: 'utility',
      to: 'marketing',
    },
  ],
  TemplateChanged: [
    {
      name: 'order_update',
      language: 'en',
      category: 'utility',
      content: {
        header: null,
        body: 'Thank you for your order.',
        footer: '',
        buttons: [],
        examples: [],
        cards: [],
        offer: null,
      },
    },
  ],
  TemplateCreated: [
    {
      provider: 'whatsapp-cloud',
      accountId: '102290129340398',
      name: 'order_update',
      language: 'en',
      category: 'utility',
      content: {
        header: {
          format: 'image',
          text: '',
        },
        body: 'Hi {{1}}, your order {{2}} is on its way.',
        footer: 'Harbour Bikes',
        buttons: [
          {
            type: 'url',
            text: 'Track it',
            target: 'https://harbour.example/orders/{{1}}',
          },
          {
            type: 'otp',
            text: 'Copy code',
            target: '',
            kind: 'COPY_CODE',
          },
        ],
        examples: [
          { slot: 'body.1', text: 'Ana' },
          { slot: 'button.0', text: '4711' },
        ],
        cards: [
          {
            header: null,
            body: 'City bike',
            buttons: [],
          },
        ],
        offer: {
          text: 'Spring sale',
          hasExpiration: true,
        },
      },
    },
  ],
  TemplateDeleted: [
    {
      at: '2026-11-21T10:02:00.000Z',
    },
  ],
  TemplateFound: [
    {
      provider: 'whatsapp-cloud',
      accountId: '102290129340398',
      name: 'order_update',
      language: 'en',
      category: 'utility',
      content: {
        header: {
          format: 'image',
          text: '',
        },
        body: 'Hi {{1}}, your order {{2}} is on its way.',
        footer: 'Harbour Bikes',
        buttons: [
          {
            type: 'url',
            text: 'Track it',
            target: 'https://harbour.example/orders/{{1}}',
          },
          {
            type: 'otp',
            text: 'Copy code',
            target: '',
            kind: 'COPY_CODE',
          },
        ],
        examples: [
          { slot: 'body.1', text: 'Ana' },
          { slot: 'button.0', text: '4711' },
        ],
        cards: [
          {
            header: null,
            body: 'City bike',
            buttons: [],
          },
        ],
        offer: {
          text: 'Spring sale',
          hasExpiration: true,
        },
      },
      externalId: '1689556908129835',
    },
  ],
  TemplateGone: [{}],
  TemplateQualityChanged: [
    {
      quality: 'low',
    },
  ],
  TemplateRefused: [
    {
      code: 'template_refused',
      detail: 'The message body is too long.',
    },
    {
      code: 'template_not_taken',
      detail: null,
    },
  ],
  TemplateReviewed: [
    {
      status: 'rejected',
      reason: 'INVALID_FORMAT',
      advice: 'Separate the variables.',
    },
    {
      status: 'approved',
      reason: null,
      advice: null,
    },
  ],
  TemplateSubmitted: [
    {
      at: '2026-11-20T10:02:00.000Z',
    },
  ],
  TemplateTaken: [
    {
      externalId: '1689556908129835',
    },
  ],
};
