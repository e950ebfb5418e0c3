import { randomUUID } from 'node:crypto';
import { id } from '@parley/testing/event-sourcing/history';
import { keyed, made, named, post, pressed, remove, sets, type Area } from '../presses';

export const area: Area = {
  buttons: {
    'a new template': named('/templates', letter, 'TemplateCreated', 'template_name_taken'),
    'a new template under one key': keyed('/templates', letter, 'TemplateCreated'),
    'delete of a template': async (office) => {
      const { id: template } = await made(office, post('/templates', letter()));
      return pressed(remove(`/templates/${template}`), 'TemplateDeleted');
    },
  },
  unpressed: {
    'PATCH /templates/:id': sets,
    'POST /templates/:id/submit':
      'submits a template once if eight requests come at the same time (templates.int.spec.ts)',
    'POST /templates/:id/attachment': 'a file that is uploaded twice is the same file; the last one holds',
    'PATCH /templates/:id/attachment': sets,
    'DELETE /templates/:id/attachment': sets,
  },
};

function letter() {
  const name = `letter_${randomUUID().slice(0, 8)}`;
  return { name, language: 'en', category: 'utility', channelIds: [id('whatsapp')] };
}
