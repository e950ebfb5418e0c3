import { randomUUID } from 'node:crypto';
import { keyed, look, made, post, pressed, remove, sets, started, type Area } from '../presses';

export const area: Area = {
  buttons: {
    'block of a contact': async (office) => {
      const { contact } = await started(office);
      return pressed(post(`/contacts/${contact}/block`, {}), 'ContactBlocked');
    },
    'label of a contact': async (office) => {
      const { contact } = await started(office);
      const { id: labelId } = await made(office, post('/labels', look()));
      const press = post(`/contacts/${contact}/labels`, { labelId });
      return { ...pressed(press, 'ContactLabelled'), others: ['ok', 'label_already_linked'] };
    },
    'unblock of a contact': async (office) => {
      const { contact } = await started(office);
      await made(office, post(`/contacts/${contact}/block`, {}));
      return pressed(post(`/contacts/${contact}/unblock`, {}), 'ContactUnblocked');
    },
    'priority of a contact': async (office) => {
      const { contact } = await started(office);
      return pressed(post(`/contacts/${contact}/prioritise`, {}), 'ContactPrioritised');
    },
    'no priority of a contact': async (office) => {
      const { contact } = await started(office);
      await made(office, post(`/contacts/${contact}/prioritise`, {}));
      return pressed(post(`/contacts/${contact}/unprioritise`, {}), 'ContactUnprioritised');
    },
    'take a label off': async (office) => {
      const { contact } = await started(office);
      const { id: labelId } = await made(office, post('/labels', look()));
      await made(office, post(`/contacts/${contact}/labels`, { labelId }));
      const press = remove(`/contacts/${contact}/labels/${labelId}`);
      return { ...pressed(press, 'ContactUnlabelled'), others: ['label_not_linked'] };
    },
    'delete of a detail of a contact': async (office) => {
      const { contact } = await started(office);
      const metadataId = randomUUID();
      const personal = { name: 'Frame', value: '54' };
      await office.happens((story) =>
        story.add(`contact-${contact}`, {
          type: 'ContactMetadataSet',
          data: { subject: contact, personal, metadataId },
        }),
      );
      const press = remove(`/contacts/${contact}/metadata/${metadataId}`);
      return { ...pressed(press, 'ContactMetadataRemoved'), others: ['ok', 'not_found'] };
    },
    'delete of a comment': async (office) => {
      const { contact: contactId } = await started(office);
      const comment = await made(office, {
        ...post('/internal-comments', { contactId, comment: 'Prefers mornings' }),
        by: office.manager,
      });
      const press = remove(`/internal-comments/${comment.id}`);
      return { ...pressed(press, 'ContactCommentRemoved'), others: ['ok', 'not_found'] };
    },
    'a comment on a contact under one key': async (office) => {
      const { contact: contactId } = await started(office);
      const key = randomUUID();
      const press = { ...post('/internal-comments', { contactId, comment: 'Prefers mornings' }), key };
      return pressed(press, 'ContactCommentAdded');
    },
    'a contact under one key': keyed(
      '/contacts',
      () => ({ name: 'Nora', email: `nora-${randomUUID()}@example.org` }),
      'ContactRegistered',
    ),
    'a segment under one key': keyed(
      '/segments',
      () => ({ name: 'VIP', conditions: '{"match":"all","groups":[]}', visibility: 'everybody' }),
      'SegmentCreated',
    ),
    'delete of a segment': async (office) => {
      const content = { name: 'VIP', conditions: '{"match":"all","groups":[]}', visibility: 'everybody' };
      const { id: segment } = await made(office, post('/segments', content, office.admin));
      return {
        ...pressed(remove(`/segments/${segment}`, office.admin), 'SegmentDeleted'),
        others: ['ok', 'not_found'],
      };
    },
    'a custom attribute under one key': keyed(
      '/contact-attributes',
      () => ({ name: 'Birthday', kind: 'date' }),
      'ContactAttributeCreated',
    ),
    'delete of a custom attribute': async (office) => {
      const attribute = { name: 'Birthday', kind: 'date' };
      const { id: made_ } = await made(office, post('/contact-attributes', attribute, office.admin));
      const press = remove(`/contact-attributes/${made_}`, office.admin);
      return { ...pressed(press, 'ContactAttributeDeleted'), others: ['ok', 'not_found'] };
    },
    'merge of two contacts': async (office) => {
      const [{ contact: one }, { contact: otherId }] = [await started(office), await started(office)];
      return pressed(post(`/contacts/${one}/merge`, { otherId }, office.admin), 'ContactMerged');
    },
    'undo of a merge': async (office) => {
      const [{ contact: one }, { contact: otherId }] = [await started(office), await started(office)];
      await office.press(post(`/contacts/${one}/merge`, { otherId }, office.admin));
      return pressed(post(`/contacts/${one}/unmerge`, { otherId }, office.admin), 'ContactUnmerged');
    },
    'not duplicates': async (office) => {
      const [{ contact: one }, { contact: otherId }] = [await started(office), await started(office)];
      return pressed(post(`/contacts/${one}/distinguish`, { otherId }, office.admin), 'ContactDistinguished');
    },
    'opt-in of a contact': async (office) => {
      const { contact } = await started(office);
      return pressed(post(`/contacts/${contact}/opt-in`, {}, office.admin), 'ContactOptedIn');
    },
    'opt-out of a contact': async (office) => {
      const { contact } = await started(office);
      await office.press(post(`/contacts/${contact}/opt-in`, {}, office.admin));
      return pressed(post(`/contacts/${contact}/opt-out`, {}, office.admin), 'ContactOptedOut');
    },
  },
  unpressed: {
    'PATCH /contacts/:id': sets,
    'PATCH /segments/:id': sets,
    'PATCH /contact-attributes/:id': sets,
    'POST /contact-jobs':
      'a job begins once if many concurrent requests have its id (jobs.int.spec.ts); an item is one command',
    'POST /contact-erasures':
      'a job erases the contacts that a manager may see, each once (erase-everywhere.int.spec.ts)',
    'PATCH /internal-comments/:id': sets,
  },
};
