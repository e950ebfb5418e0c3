import type { ContactConditions } from '@parley/contracts/api/contact-conditions';
import { given } from '@parley/event-sourcing/decider/given';
import { contactList, contactListBatch } from './contact-list';

const content = { name: 'Regulars', description: '', conditions: null };
const added = { type: 'ContactListAdded', data: content } as const;
const everybody: ContactConditions = { match: 'all', groups: [] };

describe('A contact list', () => {
  it('a list is created only once when the command is repeated', () => {
    expect(given(contactList, []).when({ type: 'Create', content })).toEqual([added]);
    expect(given(contactList, [added]).when({ type: 'Create', content })).toEqual([]);
  });

  it('changing a field of a list records its whole content; a change without effect records nothing', () => {
    const change = (name: string) => given(contactList, [added]).when({ type: 'Change', content: { name } });
    expect(change('Guests')).toEqual([{ type: 'ContactListChanged', data: { ...content, name: 'Guests' } }]);
    expect(change('Regulars')).toEqual([]);
  });

  it('a fixed list cannot become a live one', () => {
    const change = { type: 'Change', content: { conditions: everybody } } as const;
    expect(() => given(contactList, [added]).when(change)).toThrow('list_kind_fixed');
  });

  it('a list is archived once, and can be restored', () => {
    const archived = { type: 'ContactListArchived', data: {} } as const;
    expect(given(contactList, [added]).when({ type: 'Archive' })).toEqual([archived]);
    expect(given(contactList, [added, archived]).when({ type: 'Archive' })).toEqual([]);
    expect(given(contactList, [added, archived]).when({ type: 'Restore' })).toHaveLength(1);
    expect(given(contactList, [added]).when({ type: 'Restore' })).toEqual([]);
  });

  it('a deleted list rejects commands', () => {
    const deleted = { type: 'ContactListDeleted', data: {} } as const;
    expect(given(contactList, [added]).when({ type: 'Delete' })).toEqual([deleted]);
    expect(given(contactList, [added, deleted]).when({ type: 'Delete' })).toEqual([]);
    expect(() => given(contactList, [added, deleted]).when({ type: 'Archive' })).toThrow('not_found');
  });
});

test('a batch of members is recorded once when the command is repeated', () => {
  const command = { type: 'List', listId: 'a', contactIds: ['b'] } as const;
  const [said, ...more] = given(contactListBatch, []).when({ ...command, contactIds: ['b'] });
  expect(said).toEqual({ type: 'ContactsListed', data: { listId: 'a', contactIds: ['b'] } });
  expect(more).toEqual([]);
  expect(given(contactListBatch, [said!]).when({ ...command, contactIds: ['b'] })).toEqual([]);
});
