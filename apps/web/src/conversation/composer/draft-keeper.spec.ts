import type { Draft } from '@parley/contracts/api/drafts';
import { RequestFailed } from '../../lib/problem';
import { DraftKeeper, type KeptDraft } from './draft-keeper';

/** The server's one draft, by its rule: words are replaced only by those that follow on from them. */
class Server {
  draft: Draft | null = null;
  saves: string[] = [];
  isAway = false;
  /** The next save is made, and its answer lost. */
  losesAnswer = false;

  async save(
    chatId: string,
    { text, version, seen }: { text: string; version: string; seen: string | null },
  ) {
    await Promise.resolve();
    if (this.isAway) throw new RequestFailed('network', 0);
    if (this.draft && this.draft.version !== seen && this.draft.version !== version) {
      throw new RequestFailed('draft_changed', 409);
    }
    this.saves.push(text);
    this.draft = text === '' ? null : { chatId, text, version };
    if (!this.losesAnswer) return;
    this.losesAnswer = false;
    throw new RequestFailed('network', 0);
  }
}

function windowOn(server: Server, { kept, leaving = [] }: { kept?: KeptDraft; leaving?: string[] } = {}) {
  const local: { kept: KeptDraft | null } = { kept: kept ?? null };
  const keeper = new DraftKeeper({
    save: (request) => server.save('chat', request),
    load: () => Promise.resolve(server.draft),
    keep: (draft) => (local.kept = draft),
    isLeaving: (version) => leaving.includes(version),
  });
  if (kept) keeper.adopt(kept);
  const look = () => keeper.ask()(server.draft);
  return { keeper, local, look, text: () => keeper.text.get() };
}

const rest = () => jest.advanceTimersByTimeAsync(1_000);

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

test('what is typed is saved once one pauses, and kept here until it is', async () => {
  const server = new Server();
  const { keeper, local } = windowOn(server);
  keeper.type('H');
  keeper.type('Hello');
  expect(local.kept?.text).toBe('Hello');
  await rest();
  expect(server.saves).toEqual(['Hello']);
  expect(local.kept).toBeNull();
});

test('is saved every three seconds while somebody types without a pause', async () => {
  const server = new Server();
  const { keeper } = windowOn(server);
  let text = '';
  for (let letters = 0; letters < 65; letters++) {
    keeper.type((text += 'x'));
    await jest.advanceTimersByTimeAsync(100);
  }
  expect(server.saves.map(({ length }) => length)).toEqual([30, 60]);
});

test('is saved at once when one leaves', async () => {
  const server = new Server();
  const { keeper } = windowOn(server);
  keeper.type('Hello');
  void keeper.flush();
  await jest.advanceTimersByTimeAsync(0);
  expect(server.draft?.text).toBe('Hello');
});

test('without a network it waits here, survives a reload, and is saved later', async () => {
  const server = new Server();
  server.isAway = true;
  const { keeper, local } = windowOn(server);
  keeper.type('Hello');
  await rest();
  const reloaded = windowOn(server, { kept: local.kept! });
  reloaded.look();
  expect(reloaded.text()).toBe('Hello');
  server.isAway = false;
  void reloaded.keeper.flush();
  await rest();
  expect(server.draft?.text).toBe('Hello');
});

test('another window shows it, and goes on from it', async () => {
  const server = new Server();
  const [first, second] = [windowOn(server), windowOn(server)];
  first.keeper.type('Hello');
  await rest();
  second.look();
  expect(second.text()).toBe('Hello');
  second.keeper.type('Hello Ana');
  await rest();
  expect(server.draft?.text).toBe('Hello Ana');
});

test('nothing from elsewhere replaces what somebody is typing, saved or not, until they leave the field', async () => {
  const server = new Server();
  const [first, second] = [windowOn(server), windowOn(server)];
  first.keeper.type('mine');
  await rest();
  second.look();
  second.keeper.type('theirs');
  await rest();
  first.look();
  expect(first.text()).toBe('mine');
  first.keeper.leave();
  first.look();
  expect(first.text()).toBe('theirs');
});

describe('where two windows have typed', () => {
  async function conflict() {
    const server = new Server();
    const [first, second] = [windowOn(server), windowOn(server)];
    first.keeper.type('mine');
    second.keeper.type('theirs');
    await rest();
    expect(server.draft?.text).toBe('mine');
    expect([second.text(), second.keeper.conflict.get()?.text]).toEqual(['theirs', 'mine']);
    return { server, first, second };
  }

  test('the later one is told, and its words replace the others only once their owner says so', async () => {
    const { server, second } = await conflict();
    second.keeper.type('theirs, longer');
    await rest();
    expect(server.draft?.text).toBe('mine');
    second.keeper.keepMine();
    await rest();
    expect(server.draft?.text).toBe('theirs, longer');
    expect(second.keeper.conflict.get()).toBeNull();
  });

  test('or gives way to them', async () => {
    const { server, second, first } = await conflict();
    second.keeper.takeTheirs();
    await rest();
    expect([second.text(), server.draft?.text]).toEqual(['mine', 'mine']);
    second.keeper.type('mine and more');
    await rest();
    first.keeper.leave();
    first.look();
    expect(first.text()).toBe('mine and more');
  });
});

test('a save whose answer was lost is no other window’s', async () => {
  const server = new Server();
  server.losesAnswer = true;
  const { keeper } = windowOn(server);
  keeper.type('Hello');
  await rest();
  keeper.type('Hello Ana');
  await rest();
  expect(keeper.conflict.get()).toBeNull();
  expect(server.draft?.text).toBe('Hello Ana');
});

test('neither is one that was under way when the page was left', async () => {
  const server = new Server();
  server.losesAnswer = true;
  const { keeper, local } = windowOn(server);
  keeper.type('Hello');
  void keeper.flush();
  const { kept } = local;
  await rest();
  const reloaded = windowOn(server, { kept: kept! });
  reloaded.keeper.type('Hello Ana');
  await rest();
  expect(reloaded.keeper.conflict.get()).toBeNull();
  expect(server.draft?.text).toBe('Hello Ana');
});

test('what another window keeps is saved here as well, but not over what is being written here', async () => {
  const server = new Server();
  const { keeper, text } = windowOn(server);
  const elsewhere: KeptDraft = { text: 'Hello', seen: null, made: [] };
  keeper.adopt(elsewhere);
  expect([text(), keeper.isUnsaved()]).toEqual(['Hello', true]);
  await keeper.flush();
  expect([server.draft?.text, keeper.isUnsaved()]).toEqual(['Hello', false]);
  keeper.type('Hello Ana');
  keeper.adopt(elsewhere);
  expect(text()).toBe('Hello Ana');
});

describe('what was only found here, of another window', () => {
  const found: KeptDraft = { text: 'Hello', seen: null, made: [] };

  test('is no draft again once it was sent there', async () => {
    const server = new Server();
    const { keeper, text } = windowOn(server, { kept: found });
    await keeper.keptElsewhere(null);
    await keeper.flush();
    expect([text(), keeper.isUnsaved(), server.saves]).toEqual(['', false, []]);
  });

  test('neither where it is under way from here just then', async () => {
    const server = new Server();
    const { keeper, text } = windowOn(server, { kept: found });
    const flushed = keeper.flush();
    await keeper.keptElsewhere(null);
    await flushed;
    expect([text(), server.draft]).toEqual(['', null]);
  });

  test('shows as the server has it once it was saved there', async () => {
    const server = new Server();
    const { keeper, text } = windowOn(server, { kept: found });
    server.draft = { chatId: 'chat', text: 'Hello Ana', version: 'v1' };
    await keeper.keptElsewhere(null);
    expect([text(), keeper.isUnsaved()]).toEqual(['Hello Ana', false]);
  });

  test('goes on as it does there', async () => {
    const server = new Server();
    const { keeper, text } = windowOn(server, { kept: found });
    await keeper.keptElsewhere({ text: 'Hello Ana', seen: null, made: [] });
    expect([text(), keeper.isUnsaved()]).toEqual(['Hello Ana', true]);
    await keeper.keptElsewhere({ text: '', seen: null, made: ['v1'] });
    expect([text(), keeper.isUnsaved()]).toEqual(['', false]);
  });

  test('stays once somebody types here', async () => {
    const server = new Server();
    const { keeper, text } = windowOn(server, { kept: found });
    keeper.type('Hello you');
    await keeper.keptElsewhere(null);
    expect([text(), keeper.isUnsaved()]).toEqual(['Hello you', true]);
  });
});

test('words that the server does not have are known: away, refused, or against those of another window', async () => {
  const server = new Server();
  server.isAway = true;
  const { keeper } = windowOn(server);
  keeper.type('Hello');
  await keeper.flush();
  expect(keeper.isUnsaved()).toBe(true);
  server.isAway = false;
  server.draft = { chatId: 'chat', text: 'something else', version: 'v1' };
  await keeper.flush();
  expect([keeper.conflict.get()?.text, keeper.isUnsaved()]).toEqual(['something else', true]);
  keeper.keepMine();
  await keeper.flush();
  expect(keeper.isUnsaved()).toBe(false);
});

test('a message takes its draft along: the server is told which', async () => {
  const server = new Server();
  const { keeper, text } = windowOn(server);
  keeper.type('Hello');
  await rest();
  expect(keeper.take()).toEqual({ draftVersion: server.draft?.version });
  expect(text()).toBe('');
  await rest();
  expect(server.saves).toEqual(['Hello']);
});

test('a save that was under way as the message left does not bring the draft back', async () => {
  const server = new Server();
  const { keeper } = windowOn(server);
  keeper.type('Hello');
  void keeper.flush();
  const { draftVersion } = keeper.take();
  await rest();
  expect(draftVersion).toBeDefined();
  expect(server.draft).toBeNull();
});

test('what could not be sent is a message here and not a draft as well; elsewhere it is the draft', async () => {
  const server = new Server();
  server.draft = { chatId: 'chat', text: 'refused', version: 'v1' };
  const here = windowOn(server, { leaving: ['v1'] });
  const elsewhere = windowOn(server);
  here.look();
  elsewhere.look();
  expect([here.text(), elsewhere.text()]).toEqual(['', 'refused']);
  here.keeper.type('something else');
  await rest();
  expect(here.keeper.conflict.get()).toBeNull();
});

test('an answer that is older than what was typed changes nothing', async () => {
  const server = new Server();
  const { keeper, text } = windowOn(server);
  const answered = keeper.ask();
  keeper.type('Hello');
  await rest();
  keeper.leave();
  answered(null);
  expect(text()).toBe('Hello');
});

test('a draft that was sent elsewhere goes', async () => {
  const server = new Server();
  server.draft = { chatId: 'chat', text: 'Hello', version: 'v1' };
  const { look, text } = windowOn(server);
  look();
  server.draft = null;
  look();
  expect(text()).toBe('');
});

test('an emptied field is no draft any more', async () => {
  const server = new Server();
  const { keeper } = windowOn(server);
  keeper.type('Hello');
  await rest();
  keeper.type('');
  await rest();
  expect(server.draft).toBeNull();
});

test('words that go on from a draft are not that draft: the server forgets it, and takes them', async () => {
  const server = new Server();
  const { keeper } = windowOn(server);
  keeper.type('Hello');
  await rest();
  keeper.type('Hello there');
  expect(keeper.take()).toEqual({ draftSeen: server.draft?.version });
});

test('what was sent from another window leaves this one, although somebody is in the field', async () => {
  const server = new Server();
  const [here, there] = [windowOn(server), windowOn(server)];
  here.keeper.type('Hello');
  await rest();
  there.look();
  const { draftVersion } = there.keeper.take();
  here.keeper.sentFromSome([draftVersion!]);
  expect(here.text()).toBe('');
});

test('what was typed since stays, and is saved although the draft before it is gone', async () => {
  const server = new Server();
  const { keeper, text } = windowOn(server);
  keeper.type('Hello');
  await rest();
  const { version } = server.draft!;
  keeper.type('Hello there');
  server.draft = null;
  keeper.sentFromSome([version]);
  await rest();
  expect([text(), keeper.conflict.get(), server.draft]).toEqual([
    'Hello there',
    null,
    expect.objectContaining({ text: 'Hello there' }),
  ]);
});
