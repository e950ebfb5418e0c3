import type { ContactEvent } from '@parley/contracts/events';
import { NotFound } from '@parley/event-sourcing/decider/decider';
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

test('a contact is registered with what the channel tells', () => {
  const profile = { name: ' Ana Ruiz ', phone: '+34612345678', email: '', username: undefined };
  expect(given(contact, []).when({ type: 'Register', contactId, profile })).toEqual([registered]);
});

test('registering twice is once', () => {
  const command = { type: 'Register', contactId, profile: { name: 'Another' } } as const;
  expect(given(contact, [registered]).when(command)).toEqual([]);
});

test('only the fields we did not know are new', () => {
  const profile = { name: 'Ana R.', phone: '+34612345678', bsuid: 'US.123' };
  expect(given(contact, [registered]).when({ type: 'Identify', contactId, profile })).toEqual([
    { type: 'ContactIdentified', data: { subject: contactId, personal: { bsuid: 'US.123' } } },
  ]);
});

test('a number that changed is where they are reached now', () => {
  const registered: ContactEvent = {
    type: 'ContactRegistered',
    data: { subject: 'ana', personal: { name: 'Ana', phone: '+34612000000', bsuid: 'US.1' } },
  };
  const profile = { name: 'A. R.', phone: '+34699000000', bsuid: 'US.1' };
  expect(given(contact, [registered]).when({ type: 'Identify', contactId: 'ana', profile })).toEqual([
    { type: 'ContactIdentified', data: { subject: 'ana', personal: { phone: '+34699000000' } } },
  ]);
});

test('a profile that says nothing new makes no fact', () => {
  const profile = { name: 'Ana R.', email: ' ' };
  expect(given(contact, [registered]).when({ type: 'Identify', contactId, profile })).toEqual([]);
});

test('nothing is learnt again about somebody who was erased', () => {
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

test('somebody unknown has no conversations', () => {
  const { when } = given(contact, []);
  expect(() => when({ type: 'StartConversation', channelId: 'support', conversationId: 'first' })).toThrow(
    NotFound,
  );
});

test('a contact is erased once, for good', () => {
  const fact: ContactEvent = { type: 'ContactErased', data: {} };
  expect(given(contact, [registered]).when({ type: 'Erase' })).toEqual([fact]);
  const { when, state } = given(contact, [registered, fact, registered]);
  expect(state).toMatchObject({ status: 'erased', profile: {} });
  expect(when({ type: 'Erase' })).toEqual([]);
  expect(() => given(contact, []).when({ type: 'Erase' })).toThrow(NotFound);
});

test('an erasure whose fact was never recorded, though the key is gone, is recorded', () => {
  expect(given(contact, [erased]).when({ type: 'Erase' })).toEqual([{ type: 'ContactErased', data: {} }]);
});

describe('Labelling', () => {
  const label = { type: 'Label', labelId: 'vip', aliases: ['gold'] } as const;
  const unlabel = { ...label, type: 'Unlabel' } as const;
  const labelled = (labelId: string): ContactEvent => ({ type: 'ContactLabelled', data: { labelId } });
  const unlabelled = (labelId: string): ContactEvent => ({ type: 'ContactUnlabelled', data: { labelId } });

  it('records the label, once', () => {
    expect(given(contact, [registered]).when(label)).toEqual([labelled('vip')]);
    expect(given(contact, [registered, labelled('vip')]).when(label)).toEqual([]);
  });

  it('is done already where one that was merged into the label is there', () => {
    expect(given(contact, [registered, labelled('gold')]).when(label)).toEqual([]);
  });

  it('comes off under every id that it was put there with', () => {
    const { when } = given(contact, [registered, labelled('gold'), labelled('vip')]);
    expect(when(unlabel)).toEqual([unlabelled('vip'), unlabelled('gold')]);
  });

  it('cannot be undone where the label is not on the contact', () => {
    expect(() => given(contact, [registered]).when(unlabel)).toThrow('label_not_linked');
    const { when } = given(contact, [registered, labelled('vip'), unlabelled('vip')]);
    expect(() => when(unlabel)).toThrow('label_not_linked');
  });

  it('is for people who are there', () => {
    expect(() => given(contact, []).when(label)).toThrow(NotFound);
    const fact: ContactEvent = { type: 'ContactErased', data: {} };
    expect(() => given(contact, [registered, labelled('vip'), fact]).when(unlabel)).toThrow(NotFound);
  });
});
