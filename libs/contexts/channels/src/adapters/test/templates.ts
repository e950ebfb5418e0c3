import { emptyTemplate, type ListedTemplate } from '@parley/contracts/events';
import type { TemplateApi } from '../adapter';

const approved = {
  language: 'en',
  category: 'utility',
  status: 'approved',
  quality: 'high',
  reason: null,
} as const;

/** Fixed templates of the test channel, which has no review. */
const templates: ListedTemplate[] = [
  {
    ...approved,
    externalId: 'order_update',
    name: 'order_update',
    content: {
      ...emptyTemplate,
      header: { format: 'text', text: 'Harbour Bikes' },
      body: 'Your order {{1}} is ready.',
      footer: 'Open until six',
      buttons: [
        { type: 'quick-reply', text: 'I am coming', target: '' },
        { type: 'quick-reply', text: 'Later', target: '' },
      ],
      examples: [{ slot: 'body.1', text: '4711' }],
    },
  },
  {
    ...approved,
    externalId: 'bike_ready',
    name: 'bike_ready',
    content: {
      ...emptyTemplate,
      body: 'Hi {{1}}, your bike is ready from {{2}} on.',
      examples: [
        { slot: 'body.1', text: 'Ana' },
        { slot: 'body.2', text: '9:30' },
      ],
    },
  },
];

const fixed = { outcome: 'refused', code: 'template_edit_unsupported', detail: null } as const;

export const testTemplates: TemplateApi = {
  list: () => Promise.resolve({ outcome: 'listed', templates }),
  submit: () => Promise.resolve(fixed),
  remove: () => Promise.resolve(fixed),
};
