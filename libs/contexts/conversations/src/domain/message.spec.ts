import type { MessageContent, MessageEvent } from '@parley/contracts/events';
import { given } from '@parley/event-sourcing/decider/given';
import { NotFound } from '@parley/event-sourcing/decider/decider';
import { message, overtaken, unsentContent, type MessageCommand } from './message';

const written = {
  conversationId: 'conversation',
  channelId: 'channel',
  contactId: 'ana',
  content: { type: 'text', text: 'Hi' },
  context: {},
} as const;

const receive: MessageCommand = {
  type: 'Receive',
  externalId: 'wamid.1',
  providerTime: '2026-05-01T10:00:00.000Z',
  isAutomatic: false,
  ...written,
};
const received: MessageEvent = {
  type: 'MessageReceived',
  data: {
    subject: 'ana',
    personal: { externalId: 'wamid.1', content: written.content, context: {} },
    contentType: 'text',
    conversationId: 'conversation',
    channelId: 'channel',
    contactId: 'ana',
    providerTime: '2026-05-01T10:00:00.000Z',
    isAutomatic: false,
  },
};

const open = {
  ...{ isOpen: true, isWindowOpen: true, isBlocked: false, isConnected: true },
  ...{ hasNewerReply: false, isAssignedToOther: false, medium: { platform: 'whatsapp' as const } },
};
const queue = { type: 'Queue', clientKey: 'key:0', sendContext: open, ...written } as const;
const queued: MessageEvent = {
  type: 'MessageQueued',
  data: {
    subject: 'ana',
    personal: { content: written.content, context: {} },
    contentType: 'text',
    conversationId: 'conversation',
    channelId: 'channel',
    contactId: 'ana',
    clientKey: 'key:0',
  },
};
const sendStarted: MessageEvent = { type: 'MessageSendStarted', data: { attempt: 1 } };
const sent: MessageEvent = {
  type: 'MessageSent',
  data: { subject: 'ana', personal: { externalId: 'wamid.2' }, aliasId: 'alias' },
};
const at = '2026-05-01T10:01:00.000Z';
const later = '2026-05-01T10:02:00.000Z';
const delivered: MessageEvent = { type: 'MessageDelivered', data: { at } };
const read: MessageEvent = { type: 'MessageRead', data: { at } };
const declined: MessageEvent = { type: 'MessageDeclined', data: { reason: 'delivery_failure', at } };
const edited: MessageEvent = {
  type: 'MessageEdited',
  data: { subject: 'ana', personal: { content: { type: 'text', text: 'Hello' } }, at },
};
const deleted: MessageEvent = { type: 'MessageDeleted', data: { at } };
const reacted: MessageEvent = {
  type: 'MessageReacted',
  data: { subject: 'ana', personal: { emoji: '👍' }, by: 'contact', at },
};

describe('A received message', () => {
  it('records a message once even if the provider posts it repeatedly', () => {
    expect(given(message, []).when(receive)).toEqual([received]);
    expect(given(message, [received]).when(receive)).toEqual([]);
  });

  it('records the events that arrived before their message again, after the message', () => {
    expect(given(message, [edited, reacted]).when(receive)).toEqual([received, edited, reacted]);
    expect(given(message, [deleted]).when(receive)).toEqual([received, deleted]);
  });

  it('ignores delivery statuses of a received message', () => {
    expect(given(message, [received]).when({ type: 'Report', status: 'read', at })).toEqual([]);
  });
});

describe('An edit', () => {
  const edit: MessageCommand = {
    type: 'Edit',
    contactId: 'ana',
    content: { type: 'text', text: 'Hello' },
    at,
  };

  it('records an edit that arrives before its message', () => {
    expect(given(message, []).when(edit)).toEqual([edited]);
  });

  it('records an edit once if it arrives twice', () => {
    expect(given(message, [received, edited]).when(edit)).toEqual([]);
  });

  it('ignores an edit if a later edit is recorded', () => {
    const newer: MessageEvent = { ...edited, data: { ...edited.data, at: later } };
    expect(given(message, [received, newer]).when(edit)).toEqual([]);
  });
});

describe('A deleted message', () => {
  it('ignores an edit after the deletion', () => {
    const edit: MessageCommand = {
      type: 'Edit',
      contactId: 'ana',
      content: { type: 'text', text: 'Hello' },
      at,
    };
    expect(given(message, [received, deleted]).when(edit)).toEqual([]);
  });
});

describe('A reaction', () => {
  const react = (emoji: string | null, when: string): MessageCommand => ({
    type: 'React',
    contactId: 'ana',
    by: 'contact',
    emoji,
    at: when,
  });

  it('records a reaction once if it arrives twice', () => {
    expect(given(message, [received]).when(react('👍', at))).toEqual([reacted]);
    expect(given(message, [received, reacted]).when(react('👍', at))).toEqual([]);
  });

  it('a later reaction without emoji removes the reaction', () => {
    expect(given(message, [received, reacted]).when(react(null, later))).toHaveLength(1);
  });

  it('ignores the removal of a reaction that was never made', () => {
    expect(given(message, [received]).when(react(null, at))).toEqual([]);
  });

  it('ignores a reaction that is older than the newest one', () => {
    const newest: MessageEvent = { ...reacted, data: { ...reacted.data, at: later } };
    expect(given(message, [received, newest]).when(react('🎉', at))).toEqual([]);
  });
});

describe('Queueing a message', () => {
  it('queueing records the text that the agent wrote', () => {
    expect(given(message, []).when(queue)).toEqual([queued]);
  });

  it('queueing is a no-op if the client repeats its key, even if the care window has closed since', () => {
    const retry = { ...queue, sendContext: { ...open, isWindowOpen: false } };
    expect(given(message, [queued]).when(retry)).toEqual([]);
  });

  it.each([
    ['contact_blocked', { isBlocked: true }],
    ['conversation_closed', { isOpen: false }],
    ['channel_disconnected', { isConnected: false }],
    ['not_assigned_to_you', { isAssignedToOther: true }],
    ['replied_meanwhile', { hasNewerReply: true }],
    ['window_closed', { isWindowOpen: false }],
  ])('queueing is refused as %s', (code, closed) => {
    expect(() => given(message, []).when({ ...queue, sendContext: { ...open, ...closed } })).toThrow(code);
  });

  it('accepts a template although the care window is closed', () => {
    const content: MessageContent = {
      type: 'template',
      name: 'hello',
      language: 'en',
      parameters: [],
      text: 'Hello',
    };
    const sendContext = { ...open, isWindowOpen: false };
    expect(given(message, []).when({ ...queue, content, sendContext })).toHaveLength(1);
  });

  it('rejects a template that the provider would refuse', () => {
    const content: MessageContent = {
      type: 'template',
      name: 'hello',
      language: 'en',
      parameters: ['a\nb'],
      text: 'Hello a\nb',
    };
    expect(() => given(message, []).when({ ...queue, content })).toThrow('template_value_not_plain');
  });
});

describe('A text that is too long for its platform', () => {
  it.each([
    ['whatsapp', 'a'.repeat(4097)],
    ['sms', 'a'.repeat(1531)],
    ['sms', 'ж'.repeat(671)],
  ] as const)('a text that is too long is refused on %s', (platform, text) => {
    const long = {
      ...queue,
      content: { type: 'text', text } as const,
      sendContext: { ...open, medium: { platform } },
    };
    expect(() => given(message, []).when(long)).toThrow('message_too_long');
  });
});

describe('A delayed message', () => {
  const hold = { userId: 'tom', until: '2026-05-01T10:00:05.000Z', isScheduled: false };
  const at = hold.until;
  const held: MessageEvent = { type: 'MessageHeld', data: { ...queued.data, ...hold } };
  const withdrawn: MessageEvent = { type: 'MessageWithdrawn', data: {} };
  const signed: MessageContent = { type: 'text', text: 'Hi\nTom' };
  const release = { type: 'Release', content: signed, sendContext: open, at } as const;

  it('a message is delayed if the rules of sending allow it, and refused otherwise', () => {
    expect(given(message, []).when({ ...queue, hold })).toEqual([held]);
    const closed = { ...queue, hold, sendContext: { ...open, isBlocked: true } };
    expect(() => given(message, []).when(closed)).toThrow('contact_blocked');
    expect(given(message, [held]).when({ ...queue, hold })).toEqual([]);
  });

  it('a delayed message is queued once at the end of its delay, with the sender’s signature of that time', () => {
    const [released] = given(message, [held]).when(release);
    expect(released).toMatchObject({
      type: 'MessageQueued',
      data: { clientKey: 'key:0', personal: { content: signed } },
    });
    expect(given(message, [held, released!]).when(release)).toEqual([]);
  });

  it('a withdrawn message is never sent, and withdrawing it twice is a no-op', () => {
    expect(given(message, [held]).when({ type: 'Withdraw' })).toEqual([withdrawn]);
    expect(given(message, [held, withdrawn]).when({ type: 'Withdraw' })).toEqual([]);
    expect(given(message, [held, withdrawn]).when(release)).toEqual([]);
    expect(given(message, [held, withdrawn]).when(queue)).toEqual([]);
  });

  it('a message cannot be withdrawn once it was sent', () => {
    expect(() => given(message, [held, queued]).when({ type: 'Withdraw' })).toThrow('already_sent');
  });

  it('a delayed message of an erased contact is withdrawn at the end of its delay', () => {
    const erased = { ...held, data: { ...held.data, personal: null } } as MessageEvent;
    expect(given(message, [erased]).when(release)).toEqual([withdrawn]);
  });

  it('a delayed message is sent after its undo delay even if the care window has closed', () => {
    const closed = { ...release, sendContext: { ...open, isWindowOpen: false } };
    expect(given(message, [held]).when(closed)).toMatchObject([{ type: 'MessageQueued' }]);
  });

  it.each([
    ['its window has closed', { isWindowOpen: false }, 'outside_window'],
    ['the contact is blocked', { isBlocked: true }, 'blacklisted'],
    ['the channel is disconnected', { isConnected: false }, 'unreachable'],
  ])('a scheduled message fails at its time if by then %s', (_, now, reason) => {
    const scheduled = { ...held, data: { ...held.data, isScheduled: true } } as MessageEvent;
    const events = given(message, [scheduled]).when({ ...release, sendContext: { ...open, ...now } });
    expect(events).toMatchObject([
      { type: 'MessageQueued' },
      { type: 'MessageDeclined', data: { reason, at } },
    ]);
    // A worker that still receives a queued event for this message sends nothing.
    expect(given(message, [scheduled, ...events]).when({ type: 'StartSend', attempt: 1 })).toEqual([]);
    expect(given(message, [scheduled]).when(release)).toMatchObject([{ type: 'MessageQueued' }]);
  });

  it('a worker cannot send a delayed message before the end of its delay', () => {
    expect(() => given(message, [held]).when({ type: 'StartSend', attempt: 1 })).toThrow(NotFound);
  });
});

describe('A message whose outcome is unknown', () => {
  const look = { count: 1, at: '2026-08-01T12:00:30.000Z' };
  const unknown: MessageEvent = { type: 'MessageOutcomeUnknown', data: { detail: 'cut off', look } };
  const events = [queued, sendStarted, unknown];
  const untold = { type: 'RecordUnknownOutcome', attempt: 1, detail: 'untold' } as const;

  it('records each look-up at the provider once, with the time of the next one or as the last', () => {
    const next = { count: 2, at: '2026-08-01T12:02:00.000Z' };
    expect(given(message, events).when({ ...untold, looked: 1, look: next })).toEqual([
      { type: 'MessageOutcomeUnknown', data: { detail: 'untold', look: next } },
    ]);
    expect(given(message, events).when({ ...untold, looked: 2, look: next })).toEqual([]);
    const [ended] = given(message, events).when({ ...untold, looked: 1 });
    expect(ended).toEqual({ type: 'MessageOutcomeUnknown', data: { detail: 'untold' } });
    expect(given(message, [...events, ended!]).when({ ...untold, looked: 1 })).toEqual([]);
  });

  it('sends the message again if its provider does not have it, unless a user has retried it since', () => {
    const absent = { type: 'DeferSend', attempt: 1, at: look.at, reason: 'delivery_failure' } as const;
    expect(given(message, events).when(absent)).toEqual([
      { type: 'MessageSendDeferred', data: { reason: 'waiting', retryAt: '2026-08-01T12:01:30.000Z' } },
    ]);
    const retried: MessageEvent = { type: 'MessageRetried', data: { as: 'again', userId: 'mia' } };
    expect(given(message, [...events, retried]).when(absent)).toEqual([]);
  });

  it('records the message as sent, once, if its provider has it', () => {
    const found = { type: 'RecordSent', externalId: 'p.1@parley.example', aliasId: 'alias' } as const;
    const told = given(message, events).when(found);
    expect(told).toMatchObject([{ type: 'MessageSent', data: { aliasId: 'alias' } }]);
    expect(given(message, [...events, ...told]).when(found)).toEqual([]);
  });
});

describe('A retry', () => {
  const after = (...events: MessageEvent[]) =>
    events.reduce((state, event) => message.evolve(state, event), message.initialState);
  const unknown: MessageEvent = { type: 'MessageOutcomeUnknown', data: { detail: 'time-out' } };

  it('a retry repeats the content of a message that was declined or whose outcome is unknown', () => {
    for (const outcome of [declined, unknown]) {
      expect(unsentContent(after(queued, sendStarted, outcome))?.content).toEqual(written.content);
    }
  });

  it('a message has no content to retry if it was sent, may still be sent, was delivered, or was erased', () => {
    const erased = { ...queued, data: { ...queued.data, personal: null } } as MessageEvent;
    for (const events of [
      [queued],
      [queued, sendStarted, sent],
      [queued, sendStarted, unknown, delivered],
      [erased, declined],
    ]) {
      expect(unsentContent(after(...events))).toBeNull();
    }
  });

  const retry = { type: 'Retry', as: 'again', userId: 'mia', sendContext: open } as const;
  const retried: MessageEvent = { type: 'MessageRetried', data: { as: 'again', userId: 'mia' } };

  it('the first retry wins: repeating it is a no-op, and a different retry is refused', () => {
    const failed = given(message, [queued, sendStarted, declined]);
    expect(failed.when(retry)).toEqual([retried]);
    const again = given(message, [queued, sendStarted, declined, retried]);
    expect(again.when(retry)).toEqual([]);
    expect(() => again.when({ ...retry, as: 'another', userId: 'tom' })).toThrow('already_retried');
  });

  it('a retry is refused for a message that was sent or may still be sent', () => {
    for (const events of [[], [queued], [queued, sendStarted, sent]])
      expect(() => given(message, events).when(retry)).toThrow('not_retryable');
  });

  it('a retry refused by the rules of sending stays possible later', () => {
    const failed = given(message, [queued, sendStarted, declined]);
    const closed = { ...open, isWindowOpen: false };
    expect(() => failed.when({ ...retry, sendContext: closed })).toThrow('window_closed');
  });

  it('a retry stops the automatic attempts to send the failed message', () => {
    const deferral = { reason: 'waiting', retryAt: later, attempt: 1 } as const;
    const defer = { type: 'DeferSend', ...deferral, at } as unknown as MessageCommand;
    expect(given(message, [queued, sendStarted, unknown]).when(defer)).not.toEqual([]);
    expect(given(message, [queued, sendStarted, unknown, retried]).when(defer)).toEqual([]);
  });

  it('a retry queues the repeating message once, with the id of the failed message', () => {
    const retryOf = '0c0ffee0-0000-4000-8000-000000000009';
    const repeat = { type: 'Repeat', clientKey: 'key:0', retryOf, ...written } as const;
    expect(given(message, []).when(repeat)).toEqual([{ ...queued, data: { ...queued.data, retryOf } }]);
    expect(given(message, [queued]).when(repeat)).toEqual([]);
  });
});

describe('Sending', () => {
  it('only one of two workers starts sending; the other one’s command is a no-op', () => {
    expect(given(message, [queued]).when({ type: 'StartSend', attempt: 1 })).toEqual([sendStarted]);
    expect(given(message, [queued, sendStarted]).when({ type: 'StartSend', attempt: 1 })).toEqual([]);
  });

  it('sending does not start again once its outcome is unknown', () => {
    const unknown: MessageEvent = { type: 'MessageOutcomeUnknown', data: { detail: 'time-out' } };
    expect(given(message, [queued, sendStarted, unknown]).when({ type: 'StartSend', attempt: 2 })).toEqual(
      [],
    );
  });

  const deferred: MessageEvent = {
    type: 'MessageSendDeferred',
    data: { reason: 'waiting', retryAt: '2026-05-01T10:02:00.000Z' },
  };

  it('sending starts again with the next attempt after a deferral, and ignores a repeated earlier attempt', () => {
    const waiting = given(message, [queued, sendStarted, deferred]);
    expect(waiting.when({ type: 'StartSend', attempt: 2 })).toEqual([
      { type: 'MessageSendStarted', data: { attempt: 2 } },
    ]);
    expect(waiting.when({ type: 'StartSend', attempt: 1 })).toEqual([]);
  });

  it('the worker that called the provider defers sending once, even after another worker recorded an unknown outcome', () => {
    const unknown: MessageEvent = { type: 'MessageOutcomeUnknown', data: { detail: 'time-out' } };
    const refusal: MessageCommand = { type: 'DeferSend', attempt: 1, at, reason: 'delivery_failure' };
    expect(given(message, [queued, sendStarted]).when(refusal)).toEqual([deferred]);
    expect(given(message, [queued, sendStarted, unknown]).when(refusal)).toEqual([deferred]);
    expect(given(message, [queued, sendStarted, deferred]).when(refusal)).toEqual([]);
    expect(given(message, [queued, sendStarted]).when({ ...refusal, attempt: 2 })).toEqual([]);
  });

  it('sending records the provider’s id once', () => {
    const record: MessageCommand = { type: 'RecordSent', externalId: 'wamid.2', aliasId: 'alias' };
    expect(given(message, [queued, sendStarted]).when(record)).toEqual([sent]);
    expect(given(message, [queued, sendStarted, sent]).when(record)).toEqual([]);
  });

  const unknown: MessageEvent = { type: 'MessageOutcomeUnknown', data: { detail: 'time-out' } };

  it('an unknown outcome is recorded only while sending is under way', () => {
    const record: MessageCommand = { type: 'RecordUnknownOutcome', attempt: 1, detail: 'time-out' };
    expect(given(message, [queued, sendStarted]).when(record)).toEqual([unknown]);
    for (const after of [unknown, sent, declined, deferred]) {
      expect(given(message, [queued, sendStarted, after]).when(record)).toEqual([]);
    }
  });

  it('an unknown outcome of an earlier attempt is ignored', () => {
    const again: MessageEvent = { type: 'MessageSendStarted', data: { attempt: 2 } };
    const underWay = given(message, [queued, sendStarted, deferred, again]);
    const record = { type: 'RecordUnknownOutcome', detail: 'time-out' } as const;
    expect(underWay.when({ ...record, attempt: 1 })).toEqual([]);
    expect(underWay.when({ ...record, attempt: 2 })).toEqual([unknown]);
  });

  it('the provider’s result is recorded even if another worker has recorded an unknown outcome', () => {
    const givenUp = given(message, [queued, sendStarted, unknown]);
    expect(givenUp.when({ type: 'RecordSent', externalId: 'wamid.2', aliasId: 'alias' })).toEqual([sent]);
    expect(givenUp.when({ type: 'RecordDeclined', reason: 'delivery_failure', at })).toEqual([declined]);
  });
});

describe('A delivery status', () => {
  const report = (status: 'sent' | 'delivered' | 'read' | 'declined'): MessageCommand => ({
    type: 'Report',
    status,
    at,
  });

  it('a status goes from sent to delivered to read', () => {
    expect(given(message, [queued, sendStarted, sent]).when(report('delivered'))).toEqual([delivered]);
    expect(given(message, [queued, sendStarted, sent, delivered]).when(report('read'))).toEqual([read]);
  });

  it('a status never goes backwards', () => {
    const { when } = given(message, [queued, sendStarted, sent, read]);
    expect([...when(report('delivered')), ...when(report('sent')), ...when(report('declined'))]).toEqual([]);
  });

  it('a status may turn from declined to delivered', () => {
    expect(given(message, [queued, sendStarted, sent, declined]).when(report('delivered'))).toEqual([
      delivered,
    ]);
  });

  it('a status proves that a message of unknown outcome was sent', () => {
    const unknown: MessageEvent = { type: 'MessageOutcomeUnknown', data: { detail: 'time-out' } };
    expect(given(message, [queued, sendStarted, unknown]).when(report('sent'))).toEqual([
      { type: 'MessageAcknowledged', data: { at } },
    ]);
  });

  it('a status that arrives before its message waits in the stream of the provider’s id', () => {
    const { state } = given(message, [delivered, reacted]);
    expect(overtaken(state)).toEqual([
      { type: 'Report', status: 'delivered', at },
      { type: 'React', contactId: 'ana', by: 'contact', emoji: '👍', at },
    ]);
  });
});

describe('The alias stream of an own message, named by the provider’s id', () => {
  const aliased: MessageEvent = { type: 'MessageAliased', data: { messageId: 'ours' } };

  it('an alias records no second message when the provider echoes the own message', () => {
    expect(given(message, [aliased]).when({ ...receive, type: 'Echo' })).toEqual([]);
  });

  it('an alias records no status, and redirects commands to the own message', () => {
    const { when, state } = given(message, [aliased]);
    expect(when({ type: 'Report', status: 'read', at })).toEqual([]);
    expect(state.aliasOf).toBe('ours');
  });
});

describe('A file', () => {
  const stored: MessageEvent = {
    type: 'AssetStored',
    data: { assetId: 'file', path: 'p', contentType: 'image/png', size: 3, sha256: 'x' },
  };

  it('storing a file twice records it once', () => {
    const store: MessageCommand = { type: 'StoreAsset', ...stored.data };
    expect(given(message, [received]).when(store)).toEqual([stored]);
    expect(given(message, [received, stored]).when(store)).toEqual([]);
  });

  it('a stored file cannot fail', () => {
    expect(
      given(message, [received, stored]).when({ type: 'FailAsset', assetId: 'file', reason: 'gone' }),
    ).toEqual([]);
  });
});

describe('Moving a message', () => {
  const move = (from: string, to: string) => ({ type: 'Move', from, to, isAlone: true }) as const;
  const moved: MessageEvent = {
    type: 'MessageMoved',
    data: { from: 'conversation', to: 'other', isAlone: true },
  };

  it('moving puts the message into another conversation, from which it can be moved again', () => {
    expect(given(message, [received]).when(move('conversation', 'other'))).toEqual([moved]);
    expect(given(message, [received, moved]).when(move('other', 'conversation'))).toMatchObject([
      { data: { to: 'conversation' } },
    ]);
  });

  it('moving again is a no-op, and moving is refused if the message has left the conversation where the user saw it', () => {
    expect(given(message, [received, moved]).when(move('conversation', 'other'))).toEqual([]);
    expect(() => given(message, [received, moved]).when(move('conversation', 'third'))).toThrow(
      'message_moved',
    );
  });

  it('moving a message that does not exist is refused', () => {
    expect(() => given(message, []).when(move('conversation', 'other'))).toThrow('not_found');
  });
});

describe('A mail server’s report on a recipient of an e-mail', () => {
  const [eva, bo] = ['eva@example.org', 'bo@example.org'];
  const mailTo = (...addresses: string[]): MessageEvent => ({
    type: 'MessageQueued',
    data: {
      ...queued.data,
      contentType: 'email',
      personal: {
        content: {
          ...({ type: 'email', subject: 'Bell', from: null, cc: [], text: 'Hi', assets: [] } as const),
          to: addresses.slice(0, 1).map((address) => ({ address })),
          bcc: addresses.slice(1).map((address) => ({ address })),
        },
        context: {},
      },
    },
  });
  const said = (address: string | null, outcome: 'delayed' | 'delivered' | 'failed') =>
    ({ type: 'ReportRecipient', address, outcome, reason: 'unreachable', at }) as const;
  const reported = (address: string, outcome: 'delayed' | 'delivered' | 'failed'): MessageEvent => ({
    type: 'MessageRecipientReported',
    data: { subject: 'ana', personal: { address }, outcome, reason: 'unreachable', at },
  });
  const both = [mailTo(eva, bo), sendStarted, sent];
  const types = (events: MessageEvent[]) => events.map(({ type }) => type);

  it('a message is declined only once every recipient has failed', () => {
    const first = given(message, both).when(said('Bo@Example.org', 'failed'));
    expect(first).toEqual([reported(bo, 'failed')]);
    const last = given(message, [...both, ...first]).when(said(eva, 'failed'));
    expect(types(last)).toEqual(['MessageRecipientReported', 'MessageDeclined']);
  });

  it('a message is delivered once every recipient whose server accepted the message has it', () => {
    const one = given(message, both).when(said(eva, 'delivered'));
    expect(types(one)).toEqual(['MessageRecipientReported']);
    const refused = { address: bo, reason: 'unreachable', detail: 'No such user' } as const;
    const sentToOne: MessageEvent = {
      type: 'MessageSent',
      data: { subject: 'ana', personal: { externalId: 'a', refused: [refused] }, aliasId: 'alias' },
    };
    const other = given(message, [mailTo(eva, bo), sendStarted, sentToOne]).when(said(eva, 'delivered'));
    expect(types(other)).toEqual(['MessageRecipientReported', 'MessageDelivered']);
  });

  it('a delay is recorded once without declining the message, which can still be delivered', () => {
    const late = given(message, both).when(said(eva, 'delayed'));
    expect(late).toEqual([reported(eva, 'delayed')]);
    expect(given(message, [...both, ...late]).when(said(eva, 'delayed'))).toEqual([]);
    expect(given(message, [...both, ...late]).when(said(eva, 'delivered'))).toEqual([
      reported(eva, 'delivered'),
    ]);
  });

  it("a report counts for the only recipient whatever address it names; among several, one without address counts for ''", () => {
    const alone = given(message, [mailTo(eva), sendStarted, sent]).when(
      said('elsewhere@example.net', 'failed'),
    );
    expect(alone[0]).toEqual(reported(eva, 'failed'));
    expect(given(message, both).when(said(null, 'failed'))).toEqual([reported('', 'failed')]);
  });

  it('a report counts for the whole message if its recipients are unknown, unless it reports a delay', () => {
    expect(types(given(message, [queued, sendStarted, sent]).when(said(eva, 'failed')))).toEqual([
      'MessageDeclined',
    ]);
    expect(given(message, []).when(said(eva, 'delayed'))).toEqual([]);
  });
});

describe('A link whose clicks are counted', () => {
  const link = {
    type: 'button',
    kind: 'url',
    index: 0,
    text: 'https://shop.example/a',
    countedAs: 'Shop',
  } as const;
  const template = { type: 'template' as const, name: 'sale', language: 'en', parameters: [], text: 'Sale' };
  const components = [
    link,
    { ...link, card: 1, countedAs: 'Bikes' },
    { ...link, index: 1, countedAs: undefined },
  ];
  const withLinks: MessageEvent = {
    type: 'MessageQueued',
    data: {
      ...queued.data,
      ...{ personal: { content: { ...template, components }, context: {} }, broadcastId: 'autumn' },
    },
  };
  const open = (index: number, card: number | null = null) => ({ type: 'OpenLink', index, card }) as const;
  const opened = (button: string, place: { index: number; card?: number }): MessageEvent => ({
    type: 'MessageLinkOpened',
    data: { contactId: 'ana', broadcastId: 'autumn', button, ...place },
  });

  it('records only the first click on each link', () => {
    expect(given(message, [withLinks]).when(open(0))).toEqual([opened('Shop', { index: 0 })]);
    const once = [withLinks, opened('Shop', { index: 0 })];
    expect(given(message, once).when(open(0))).toEqual([]);
    expect(given(message, once).when(open(0, 1))).toEqual([opened('Bikes', { index: 0, card: 1 })]);
  });

  it('a link is not found if its clicks are not counted, the message is not the organisation’s, or its contact was erased', () => {
    for (const place of [open(1), open(2), open(0, 0)]) {
      expect(() => given(message, [withLinks]).when(place)).toThrow(NotFound);
    }
    const erased = { ...withLinks, data: { ...withLinks.data, personal: null } } as MessageEvent;
    for (const history of [[], [received], [queued], [erased]]) {
      expect(() => given(message, history).when(open(0))).toThrow(NotFound);
    }
  });
});
