import type { ContactDetails, ContactEvent } from '@parley/contracts/events';
import { NotFound, type Rejected } from '@parley/event-sourcing/decider/decider';
import { given } from '@parley/event-sourcing/decider/given';
import { contact } from './contact';

const contactId = 'ana';
const registered: ContactEvent = {
  type: 'ContactRegistered',
  data: { subject: contactId, personal: { name: 'Ana Ruiz', phone: '+34612345678' } },
};
const erased: ContactEvent = { type: 'ContactRegistered', data: { subject: contactId, personal: null } };
const started: ContactEvent = {
  type: 'ContactConversationStarted',
  data: { channelId: 'support', conversationId: 'first' },
};

test('registers a contact with the trimmed, non-empty fields of its channel', () => {
  const profile = { name: ' Ana Ruiz ', phone: '+34612345678', email: '', username: undefined };
  expect(given(contact, []).when({ type: 'Register', contactId, profile })).toEqual([registered]);
});

test('registering a known contact again records nothing', () => {
  const command = { type: 'Register', contactId, profile: { name: 'Another' } } as const;
  expect(given(contact, [registered]).when(command)).toEqual([]);
});

test('identifying a contact records only the fields that were missing', () => {
  const profile = { name: 'Ana R.', phone: '+34612345678', bsuid: 'US.123' };
  expect(given(contact, [registered]).when({ type: 'Identify', contactId, profile })).toEqual([
    { type: 'ContactIdentified', data: { subject: contactId, personal: { bsuid: 'US.123' } } },
  ]);
});

describe("The provider's id of a contact", () => {
  const identities = [{ scope: 'telegram', id: '7000000000001' }];
  const told: ContactEvent = {
    type: 'ContactIdentityTold',
    data: { subject: contactId, personal: { id: '7000000000001' }, scope: 'telegram' },
  };
  const identify = { type: 'Identify', contactId, profile: {}, identities } as const;

  test('a provider’s id is recorded with the profile, and only once when it is repeated', () => {
    const register = {
      ...identify,
      type: 'Register',
      profile: { name: 'Ana Ruiz', phone: '+34612345678' },
    } as const;
    expect(given(contact, []).when(register)).toEqual([registered, told]);
    expect(given(contact, [registered]).when(identify)).toEqual([told]);
    expect(given(contact, [registered, told]).when(identify)).toEqual([]);
  });

  test('a provider’s id is replaced only by another id of the same scope', () => {
    const states = [told, { ...told, data: { ...told.data, scope: 'x' } }] as ContactEvent[];
    const changed = [{ scope: 'telegram', id: '5' }];
    expect(given(contact, [registered, ...states]).when({ ...identify, identities: changed })).toMatchObject([
      { data: { personal: { id: '5' }, scope: 'telegram' } },
    ]);
  });

  test('a provider’s id is not recorded again after the contact was erased', () => {
    const forgotten: ContactEvent = { ...told, data: { ...told.data, personal: null } };
    expect(given(contact, [registered, forgotten]).when(identify)).toEqual([]);
  });
});

test('a new phone number from the channel replaces the old one', () => {
  const registered: ContactEvent = {
    type: 'ContactRegistered',
    data: { subject: 'ana', personal: { name: 'Ana', phone: '+34612000000', bsuid: 'US.1' } },
  };
  const profile = { name: 'A. R.', phone: '+34699000000', bsuid: 'US.1' };
  expect(given(contact, [registered]).when({ type: 'Identify', contactId: 'ana', profile })).toEqual([
    { type: 'ContactIdentified', data: { subject: 'ana', personal: { phone: '+34699000000' } } },
  ]);
});

test('records nothing for a profile without new fields', () => {
  const profile = { name: 'Ana R.', email: ' ' };
  expect(given(contact, [registered]).when({ type: 'Identify', contactId, profile })).toEqual([]);
});

test('records nothing about a contact that was erased', () => {
  const { when, state } = given(contact, [
    erased,
    { type: 'ContactIdentified', data: { subject: contactId, personal: { email: 'ana@example.org' } } },
  ]);
  expect(state).toMatchObject({ status: 'erased', profile: {} });
  expect(when({ type: 'Identify', contactId, profile: { name: 'Ana' } })).toEqual([]);
});

test('a contact has one current conversation on a channel', () => {
  const { when, state } = given(contact, [registered, started]);
  expect(when({ type: 'StartConversation', channelId: 'support', conversationId: 'second' })).toEqual([]);
  expect(state.conversations).toEqual({ support: 'first' });
  expect(when({ type: 'StartConversation', channelId: 'sales', conversationId: 'second' })).toEqual([
    { type: 'ContactConversationStarted', data: { channelId: 'sales', conversationId: 'second' } },
  ]);
});

test('rejects a conversation of an unknown contact', () => {
  const { when } = given(contact, []);
  expect(() => when({ type: 'StartConversation', channelId: 'support', conversationId: 'first' })).toThrow(
    NotFound,
  );
});

test('a contact is erased once, and later events do not bring it back', () => {
  const fact: ContactEvent = { type: 'ContactErased', data: {} };
  expect(given(contact, [registered]).when({ type: 'Erase' })).toEqual([fact]);
  const { when, state } = given(contact, [registered, fact, registered]);
  expect(state).toMatchObject({ status: 'erased', profile: {} });
  expect(when({ type: 'Erase' })).toEqual([]);
  expect(() => given(contact, []).when({ type: 'Erase' })).toThrow(NotFound);
});

test('records the erasure if the subject key is gone but ContactErased is missing', () => {
  expect(given(contact, [erased]).when({ type: 'Erase' })).toEqual([{ type: 'ContactErased', data: {} }]);
});

describe('Labelling a contact', () => {
  const label = { type: 'Label', labelId: 'vip', aliases: ['gold'] } as const;
  const unlabel = { ...label, type: 'Unlabel' } as const;
  const labelled = (labelId: string): ContactEvent => ({ type: 'ContactLabelled', data: { labelId } });
  const unlabelled = (labelId: string): ContactEvent => ({ type: 'ContactUnlabelled', data: { labelId } });

  it('labelling records the label once', () => {
    expect(given(contact, [registered]).when(label)).toEqual([labelled('vip')]);
    expect(given(contact, [registered, labelled('vip')]).when(label)).toEqual([]);
  });

  it('labelling records nothing if the contact has a label that was merged into this label', () => {
    expect(given(contact, [registered, labelled('gold')]).when(label)).toEqual([]);
  });

  it('removing a label also removes labels that were merged into it', () => {
    const { when } = given(contact, [registered, labelled('gold'), labelled('vip')]);
    expect(when(unlabel)).toEqual([unlabelled('vip'), unlabelled('gold')]);
  });

  it('removing a label that the contact does not have is rejected', () => {
    expect(() => given(contact, [registered]).when(unlabel)).toThrow('label_not_linked');
    const { when } = given(contact, [registered, labelled('vip'), unlabelled('vip')]);
    expect(() => when(unlabel)).toThrow('label_not_linked');
  });

  it('labelling a missing or erased contact is rejected', () => {
    expect(() => given(contact, []).when(label)).toThrow(NotFound);
    const fact: ContactEvent = { type: 'ContactErased', data: {} };
    expect(() => given(contact, [registered, labelled('vip'), fact]).when(unlabel)).toThrow(NotFound);
  });
});

const gone: ContactEvent = { type: 'ContactErased', data: {} };

describe('Changing the details of a contact', () => {
  const change = (details: ContactDetails) => ({ type: 'ChangeDetails', contactId, details }) as const;
  const changed = (personal: ContactDetails): ContactEvent => ({
    type: 'ContactDetailsChanged',
    data: { subject: contactId, personal },
  });
  const refusalOf = (details: ContactDetails, history: ContactEvent[] = [registered]) => {
    try {
      return given(contact, history).when(change(details));
    } catch (error) {
      const { code, errors } = error as Rejected;
      return [code, ...(errors ?? [])];
    }
  };

  it('a change records only the fields that changed, without surrounding white space', () => {
    const { when } = given(contact, [registered]);
    expect(when(change({ name: 'Ana Ruiz', company: ' Ruiz Bicycles ', jobTitle: '' }))).toEqual([
      changed({ company: 'Ruiz Bicycles' }),
    ]);
    expect(when(change({ name: ' Ana Ruiz' }))).toEqual([]);
  });

  it('a change empties a field, and fills it again', () => {
    const { when, state } = given(contact, [
      registered,
      changed({ company: 'Ruiz' }),
      changed({ company: null }),
    ]);
    expect(state.profile).toEqual({ name: 'Ana Ruiz', phone: '+34612345678' });
    expect(when(change({ company: null }))).toEqual([]);
    expect(when(change({ company: 'Ruiz' }))).toEqual([changed({ company: 'Ruiz' })]);
  });

  it('a change cannot replace a known address, but can add a missing one', () => {
    expect(refusalOf({ phone: '+34699999999' })).toEqual([
      'contact_address_fixed',
      { field: 'phone', rule: 'fixed' },
    ]);
    expect(refusalOf({ phone: null })).toEqual(['contact_address_fixed', { field: 'phone', rule: 'fixed' }]);
    expect(refusalOf({ phone: '0034 612 345 678' })).toEqual([]);
    expect(refusalOf({ email: 'ana@example.org' })).toEqual([changed({ email: 'ana@example.org' })]);
  });

  it.each([
    ['phone', '612345678', 'phone'],
    ['phone', '+34', 'phone'],
    ['phone', '+34 call me', 'phone'],
    ['phone', '+1234567890123456', 'phone'],
    ['email', 'ana@', 'email'],
    ['email', 'ana example.org', 'email'],
    ['email', `${'a'.repeat(250)}@example.org`, 'email'],
    ['country', 'es', 'country'],
    ['country', 'ESP', 'country'],
    ['company', 'x'.repeat(201), 'length'],
  ] as const)('refuses a %s like %s', (field, value, rule) => {
    const nameless: ContactEvent = { type: 'ContactRegistered', data: { subject: contactId, personal: {} } };
    expect(refusalOf({ [field]: value }, [nameless])).toEqual(['contact_invalid', { field, rule }]);
  });

  it('a phone number is normalised to the form that channels use', () => {
    const nameless: ContactEvent = { type: 'ContactRegistered', data: { subject: contactId, personal: {} } };
    for (const phone of ['+34 612 34-56.78', '0034612345678', ' +34 (612) 345678 ']) {
      expect(refusalOf({ phone }, [nameless])).toEqual([changed({ phone: '+34612345678' })]);
    }
  });

  it('a change of a missing or erased contact is rejected', () => {
    expect(() => given(contact, []).when(change({ name: 'Ana' }))).toThrow(NotFound);
    expect(() => given(contact, [registered, gone]).when(change({ name: 'Ana' }))).toThrow(NotFound);
    const { state } = given(contact, [registered, gone, changed({ company: 'Ruiz' })]);
    expect(state).toMatchObject({ status: 'erased', profile: {} });
  });
});

test.each([
  ['Block', 'ContactBlocked', 'Unblock', 'ContactUnblocked'],
  ['Prioritise', 'ContactPrioritised', 'Unprioritise', 'ContactUnprioritised'],
] as const)(
  '%s lasts until the opposite command, and repeating either records nothing',
  (on, isOn, off, isOff) => {
    const [switchedOn, switchedOff]: ContactEvent[] = [
      { type: isOn, data: {} },
      { type: isOff, data: {} },
    ];
    expect(given(contact, [registered]).when({ type: on })).toEqual([switchedOn]);
    expect(given(contact, [registered, switchedOn!]).when({ type: on })).toEqual([]);
    expect(given(contact, [registered, switchedOn!]).when({ type: off })).toEqual([switchedOff]);
    expect(given(contact, [registered, switchedOn!, switchedOff!]).when({ type: off })).toEqual([]);
    expect(() => given(contact, [registered, gone]).when({ type: on })).toThrow(NotFound);
  },
);

describe('An internal comment', () => {
  const said = { contactId, commentId: 'first', userId: 'tom' };
  const add = { type: 'AddComment', ...said, text: ' Prefers mornings ' } as const;
  const added: ContactEvent = {
    type: 'ContactCommentAdded',
    data: { subject: contactId, personal: { text: 'Prefers mornings' }, commentId: 'first', userId: 'tom' },
  };
  const changeTo = (text: string) => ({ type: 'ChangeComment', ...said, text }) as const;

  it('a comment is added once, and is rejected if it is empty or too long', () => {
    expect(given(contact, [registered]).when(add)).toEqual([added]);
    expect(given(contact, [registered, added]).when(add)).toEqual([]);
    const { when } = given(contact, [registered]);
    expect(() => when({ ...add, text: ' \n ' })).toThrow('comment_empty');
    expect(() => when({ ...add, text: 'x'.repeat(5_001) })).toThrow('comment_too_long');
  });

  it('a comment is changed and removed by its author', () => {
    const { when } = given(contact, [registered, added]);
    expect(when(changeTo('Prefers evenings'))).toEqual([
      {
        type: 'ContactCommentChanged',
        data: { subject: contactId, personal: { text: 'Prefers evenings' }, commentId: 'first' },
      },
    ]);
    expect(when(changeTo('Prefers mornings'))).toEqual([]);
    expect(() => when(changeTo(' '))).toThrow('comment_empty');
    expect(when({ type: 'RemoveComment', commentId: 'first', userId: 'tom' })).toEqual([
      { type: 'ContactCommentRemoved', data: { commentId: 'first' } },
    ]);
  });

  it('a comment cannot be changed or removed by other users', () => {
    const { when } = given(contact, [registered, added]);
    expect(() => when({ ...changeTo('No'), userId: 'eva' })).toThrow('comment_not_yours');
    expect(() => when({ type: 'RemoveComment', commentId: 'first', userId: 'eva' })).toThrow(
      'comment_not_yours',
    );
    expect(() => when({ ...changeTo('No'), commentId: 'second' })).toThrow(NotFound);
    const removed: ContactEvent = { type: 'ContactCommentRemoved', data: { commentId: 'first' } };
    expect(() => given(contact, [registered, added, removed]).when(changeTo('No'))).toThrow(NotFound);
  });
});

describe('Metadata of a contact', () => {
  const entry = { metadataId: 'frame', name: ' Frame size ', value: '54 ' };
  const set = { type: 'SetMetadata', contactId, entry, isNew: true } as const;
  const isSet = (value: string, metadataId = 'frame'): ContactEvent => ({
    type: 'ContactMetadataSet',
    data: { subject: contactId, personal: { name: 'Frame size', value }, metadataId },
  });

  it('metadata is set, changed under its id, and removed, each recorded once', () => {
    expect(given(contact, [registered]).when(set)).toEqual([isSet('54')]);
    const { when } = given(contact, [registered, isSet('54')]);
    expect(when(set)).toEqual([]);
    expect(when({ ...set, isNew: false, entry: { ...entry, value: '56' } })).toEqual([isSet('56')]);
    const remove = { type: 'RemoveMetadata', metadataId: 'frame' } as const;
    const removed: ContactEvent = { type: 'ContactMetadataRemoved', data: { metadataId: 'frame' } };
    expect(when(remove)).toEqual([removed]);
    expect(given(contact, [registered, isSet('54'), removed]).when(remove)).toEqual([]);
  });

  it('removed metadata cannot be changed', () => {
    expect(() => given(contact, [registered]).when({ ...set, isNew: false })).toThrow(NotFound);
  });

  it('metadata is rejected without a name, with a text that is too long, or beyond 50 entries', () => {
    const { when } = given(contact, [registered]);
    for (const wrong of [{ name: ' ' }, { name: 'x'.repeat(101) }, { value: 'x'.repeat(1_001) }])
      expect(() => when({ ...set, entry: { ...entry, ...wrong } })).toThrow('metadata_invalid');
    const full = Array.from({ length: 50 }, (_, index) => isSet('54', `entry ${index}`));
    expect(() => given(contact, [registered, ...full]).when(set)).toThrow('too_much_metadata');
  });
});

test('erasing a contact removes profile, comments, metadata and labels from its state', () => {
  const { state } = given(contact, [
    registered,
    {
      type: 'ContactMetadataSet',
      data: { subject: contactId, personal: { name: 'a', value: 'b' }, metadataId: 'm' },
    },
    {
      type: 'ContactCommentAdded',
      data: { subject: contactId, personal: { text: 'c' }, commentId: 'c', userId: 'tom' },
    },
    gone,
  ]);
  expect(state).toMatchObject({ profile: {}, comments: {}, metadata: {}, labelIds: [] });
});
