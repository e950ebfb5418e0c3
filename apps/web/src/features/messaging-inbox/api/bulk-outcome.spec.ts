import i18next from 'i18next';
import en from '../../../i18n/en.json';
import { chat } from '../../../testing/chat';
import { outcomeOf } from './bulk-outcome';

beforeAll(() => i18next.init({ lng: 'en', resources: { en: { translation: en } } }));

const chats = ['Ana', 'Ben', 'Cleo', 'Dan'].map((name) => chat(name));
const done = (id: string) => ({ id, ok: true as const, changed: true });
const refused = (id: string, code: string) => ({ id, ok: false as const, code });
const reasonOf = ({ code }: { code: string }) => `because of ${code}`;

test('shows no notice if all conversations were changed', () => {
  expect(outcomeOf([done('Ana'), done('Ben')], chats.slice(0, 2), reasonOf)).toBeNull();
});

test('counts changed, unchanged and refused conversations, and names each refused one with its reason', () => {
  const results = [
    done('Ana'),
    { id: 'Ben', ok: true as const, changed: false },
    refused('Cleo', 'conversation_closed'),
    refused('Dan', 'not_found'),
  ];
  const outcome = outcomeOf(results, chats, reasonOf);
  expect(outcome?.lines).toEqual([
    'Done: 1 · Unchanged: 1 · Not done: 2',
    'Cleo: because of conversation_closed',
    'Dan: because of not_found',
    'Ben: was so already',
  ]);
  // Only conversations that still exist can be retried.
  expect(outcome?.refused.map(({ id }) => id)).toEqual(['Cleo']);
  expect(outcome?.gone.map(({ id }) => id)).toEqual(['Dan']);
});
