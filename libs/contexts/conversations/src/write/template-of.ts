import type { SendRequest } from '@parley/contracts/api/conversations.requests';
import type { MessageContent } from '@parley/contracts/events';
import type { TemplateComponent } from '@parley/contracts/events/template-content';

type AskedTemplate = NonNullable<SendRequest['content']['template']>;

/** Converts the template of a request to the content of a message, without checking that its files exist. */
export function templateOf({
  components,
  ...template
}: AskedTemplate): Extract<MessageContent, { type: 'template' }> {
  return { type: 'template', ...template, ...(components && { components: components.map(componentOf) }) };
}

/** Converts a component of the request. Validation has checked that the component has the fields of its type. */
function componentOf(told: NonNullable<AskedTemplate['components']>[number]): TemplateComponent {
  const { at = 'body', name = '', text = '', format = 'image', assetId = '', kind = 'url', index = 0 } = told;
  const card = told.card === undefined ? {} : { card: told.card };
  switch (told.type) {
    case 'text':
      return { type: 'text', at, ...card, name, text };
    case 'media':
      return { type: 'media', format, ...card, assetId };
    case 'location':
      return { type: 'location', latitude: Number(told.latitude), longitude: Number(told.longitude) };
    case 'button':
      return { type: 'button', kind, index, ...card, text };
    case 'offer':
      return { type: 'offer', expiresAt: told.expiresAt ?? '' };
  }
}
