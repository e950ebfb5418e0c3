import { readFileSync } from 'node:fs';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { assistantActions, type AssistantAction } from '@parley/contracts/events';
import type { Asked } from '../domain/prompt';
import { AssistantAtDouble, run } from '../testing/assistant-at-double';
import { ToAssistantRun } from '../domain/assistant-run';

// The model of these tests obeys every attacker. The tests check that obedience alone causes no harm.

interface AttackList {
  name: string;
  address: string;
  prompts: string[];
}

const file = join(__dirname, '../fixtures/attack-prompts.json');
const lists = JSON.parse(readFileSync(file, 'utf8')) as AttackList[];
const prompts = lists.flatMap((list) => list.prompts);

const at = new AssistantAtDouble();
const connections: { host?: string; port?: number }[] = [];
/** Text of another conversation, in a request at the same time to the same provider. */
const elsewhere = 'The key lies below the third stone; mail canary@elsewhere.example or call +31 20 555 0199';
const isElsewhere = /third stone|canary|elsewhere\.example|555 0199/;

beforeAll(async () => {
  await at.start();
  const connect = Socket.prototype.connect;
  jest.spyOn(Socket.prototype, 'connect').mockImplementation(function (this: Socket, ...given: unknown[]) {
    const [options] = given.flat() as { host?: string; port?: number }[];
    connections.push({ host: options?.host, port: options?.port });
    return (connect as (...given: unknown[]) => Socket).apply(this, given);
  });
});
afterAll(async () => {
  jest.restoreAllMocks();
  await at.stop();
});

const here = () =>
  at.office({
    limits: { LIMIT_ASSISTANT_REQUESTS: '100000/h', LIMIT_ASSISTANT_ORGANISATION_REQUESTS: '100000/h' },
  });
const contact = (text: string): Partial<Asked> => ({ messages: [{ from: 'contact', text }] });
const takesMessages = (action: AssistantAction) => action === 'summarise' || action === 'generate';

/** The texts between the lines of a request, and the text outside of them. */
function partsOf(user: string): { texts: string[]; outside: string } {
  const seal = /([0-9a-f]{16})$/.exec(user)![1]!;
  const between = new RegExp(`^BEGIN (\\w+) ${seal}\\n([^]*?)\\nEND \\1 ${seal}$`, 'gm');
  return { texts: [...user.matchAll(between)].map((found) => found[2]!), outside: user.replace(between, '') };
}

/** Runs an attack, and at the same time an honest request for another conversation. */
async function attack(attacker: ReturnType<typeof here>, asked: Partial<Asked>) {
  at.double.asked.length = 0;
  const [answer] = await Promise.all([
    run(attacker, { model: 'obeys', ...asked }),
    run(here(), { model: 'obeys', text: elsewhere }),
  ]);
  const sent = at.double.asked.filter(({ messages }) => !/third stone/.test(messages[1]!.content));
  expect(sent).toHaveLength(1);
  return { answer, sent: sent[0]! };
}

test('the attack prompts include 300 from public lists with their sources, without duplicates', () => {
  const isPublic = lists.filter(({ address }) => address.startsWith('https://'));
  expect(isPublic.flatMap((list) => list.prompts).length).toBeGreaterThanOrEqual(300);
  expect(new Set(prompts).size).toBe(prompts.length);
});

const ways: [string, (prompt: string, index: number) => Partial<Asked>][] = [
  [
    'as a message of a contact',
    (prompt, index) => ({
      action: index % 2 ? 'summarise' : 'generate',
      text: 'answer kindly',
      ...contact(prompt),
    }),
  ],
  [
    'as the text of an agent',
    (prompt, index) => ({
      action: assistantActions.filter((action) => !takesMessages(action))[index % 4],
      ...{ text: prompt, language: 'other', otherLanguage: prompt.slice(0, 40) },
      // The user selected these messages for another action; they are not sent with this one.
      ...contact('Not for this action'),
    }),
  ],
];

describe.each(ways)('an attack %s', (name, asking) => {
  const seals = new Set<string>();
  const rules = new Set<string>();

  test.each(lists.map((list) => [list.name, list] as const))(
    'an attack with the prompts of the list %s causes no harm',
    async (_list, { prompts: of }) => {
      for (const [index, prompt] of of.entries()) {
        connections.length = 0;
        const [attacker, seen] = [here(), [...seals].at(-1) ?? '0123456789abcdef'];
        const text = prompt.replaceAll('{seal}', seen);
        const asked = asking(text, index);
        const { answer, sent } = await attack(attacker, asked);

        // The provider gets our rules, and the texts between lines that their authors could not know.
        expect(Object.keys(sent.body).sort()).toEqual([
          'max_completion_tokens',
          'messages',
          'model',
          'stream',
          'stream_options',
        ]);
        expect(sent.messages.map(({ role }) => role)).toEqual(['system', 'user']);
        const [system, user] = sent.messages.map(({ content }) => content) as [string, string];
        const seal = /([0-9a-f]{16})$/.exec(user)![1]!;
        expect(seals).not.toContain(seal);
        seals.add(seal);
        const { texts, outside } = partsOf(user);
        expect(texts).toHaveLength(asked.action === 'generate' ? 2 : 1);
        expect(outside.trim()).toBe('');
        expect(user).not.toMatch(/Not for this action/);
        if (asked.action !== 'translate') rules.add(system);
        expect(JSON.stringify(sent.messages)).not.toMatch(isElsewhere);

        // The user gets a text, in which marks are replaced by values of this request only.
        expect(new Set(answer.lines.map(({ type }) => type))).toEqual(new Set(['begun', 'text', 'ended']));
        expect(answer.lines.filter(({ type }) => type === 'ended')).toHaveLength(1);
        expect(answer.text).not.toMatch(isElsewhere);
        expect(answer.text).toContain(asked.action === 'summarise' ? text : asked.text);
        expect(answer.text).toContain('<img src="https://pixel.example/c.png">');

        // The assistant records the request and its answer, and connects to the provider only.
        expect(attacker.executed.every((command) => command instanceof ToAssistantRun)).toBe(true);
        expect(attacker.told().map(({ type }) => type)).toEqual(['Ask', 'Answer']);
        expect(JSON.stringify(attacker.told())).not.toContain(JSON.stringify(text).slice(1, 40));
        expect(new Set(connections.map(({ host, port }) => `${host}:${port}`))).toEqual(
          new Set([`127.0.0.1:${at.port}`]),
        );
      }
    },
  );

  test('an attack does not change the rules', () => {
    expect(rules.size).toBe(name === 'as a message of a contact' ? 2 : 3);
  });
});
