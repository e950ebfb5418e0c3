import type { ChatEntry } from '@parley/contracts/api/conversations';
import { wordsOfDraft } from '../../../conversation/composer/draft-words';
import { draftFor, kept, keptDraft, nothing } from './draft';

const ana = { address: 'ana@x.example', name: 'Ana' };
const eva = { address: 'eva@x.example' };
const bo = { address: 'bo@x.example' };
const us = { address: 'Support@shop.example' };
const own = new Set(['support@shop.example']);
const mail = (direction: 'in' | 'out', content: object) =>
  ({
    id: 'e',
    direction,
    content: { type: 'email', subject: 'Order', cc: [], bcc: [], ...content },
  }) as unknown as ChatEntry;
const received = mail('in', { from: ana, to: [us, eva], cc: [bo, us, eva] });

describe('an answer to an e-mail', () => {
  test('the answer goes to all people of the e-mail, and never to the organisation’s mailbox', () => {
    const { to, cc, bcc } = draftFor(received, 'all', own);
    expect({ to, cc, bcc }).toEqual({ to: [ana, eva], cc: [bo], bcc: [] });
  });

  test('the answer goes only to the sender if the user chooses that', () => {
    const { to, cc } = draftFor(received, 'sender', own);
    expect({ to, cc }).toEqual({ to: [ana], cc: [] });
  });

  test('the answer goes to the recipients if the e-mail was sent by the organisation', () => {
    const { to, cc } = draftFor(mail('out', { from: null, to: [ana], cc: [bo] }), 'all', own);
    expect({ to, cc }).toEqual({ to: [ana], cc: [bo] });
  });

  test('the draft has no recipients at first if it forwards an e-mail', () => {
    const { to, cc, subject } = draftFor(received, 'forward', own);
    expect({ to, cc, subject }).toEqual({ to: [], cc: [], subject: 'Fwd: Order' });
  });

  test.each(['Order', 'Re: Order', 'RE: Fwd: Order', 'Aw: re[2]: Order'])(
    'the answer has the subject Re: Order if the subject was %s',
    (subject) => {
      expect(draftFor(mail('in', { from: ana, to: [us], subject }), 'all', own).subject).toBe('Re: Order');
    },
  );
});

test('stores the plain text of a draft first, and reads the draft back', () => {
  const draft = { ...nothing, to: [ana], subject: 'Order', html: '<p>On its {"way}"</p>\n<p>{{name}}</p>' };
  const text = kept(draft, 'On its way');
  expect(text.startsWith('On its way\n')).toBe(true);
  expect(keptDraft(text)).toEqual(draft);
  expect(keptDraft(`${text}\n${kept(nothing, '')}`)).toEqual(draft);
  expect(wordsOfDraft(text)).toBe('On its way');
  expect(wordsOfDraft(kept(draft, ''))).toBe('');
  expect(keptDraft('words alone')).toBeNull();
  expect(wordsOfDraft('words alone')).toBe('words alone');
});
