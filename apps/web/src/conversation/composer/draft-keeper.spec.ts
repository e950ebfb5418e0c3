import type { Draft } from '@parley/contracts/api/drafts';
import { RequestFailed } from '../../lib/problem';
import { DraftKeeper, type KeptDraft } from './draft-keeper';

/**
 * Fake server with one draft. Like the real one, it refuses a save whose `seen` is not the version that it stores.
 */
class Server {
  draft: Draft | null = null;
  saves: string[] = [];
  isAway = false;
  /** Stores the next save but loses the response. */
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

test('saves the text after a pause and keeps it in this browser until then', async () => {
  const server = new Server();
  const { keeper, local } = windowOn(server);
  keeper.type('H');
  keeper.type('Hello');
  expect(local.kept?.text).toBe('Hello');
  await rest();
  expect(server.saves).toEqual(['Hello']);
  expect(local.kept).toBeNull();
});

test('saves every three seconds while the user types without a pause', async () => {
  const server = new Server();
  const { keeper } = windowOn(server);
  let text = '';
  for (let letters = 0; letters < 65; letters++) {
    keeper.type((text += 'x'));
    await jest.advanceTimersByTimeAsync(100);
  }
  expect(server.saves.map(({ length }) => length)).toEqual([30, 60]);
});

test('saves at once on flush', async () => {
  const server = new Server();
  const { keeper } = windowOn(server);
  keeper.type('Hello');
  void keeper.flush();
  await jest.advanceTimersByTimeAsync(0);
  expect(server.draft?.text).toBe('Hello');
});

test('keeps the text in this browser while the network is down, restores it after a reload and saves it later', async () => {
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

test('shows the draft in another window, which can continue it', async () => {
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

test('does not replace the field’s text by another window’s text, saved or not, until the user leaves the field', async () => {
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

describe('when the user has typed in two windows', () => {
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

  test('shows the conflict in the window that saves second, whose text replaces the other only after keepMine', async () => {
    const { server, second } = await conflict();
    second.keeper.type('theirs, longer');
    await rest();
    expect(server.draft?.text).toBe('mine');
    second.keeper.keepMine();
    await rest();
    expect(server.draft?.text).toBe('theirs, longer');
    expect(second.keeper.conflict.get()).toBeNull();
  });

  test('takeTheirs replaces this window’s text by the other window’s', async () => {
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

test('does not treat its own save whose response was lost as a conflict', async () => {
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

test('does not treat its own save that was in flight when the page closed as a conflict', async () => {
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

test('saves a draft that another window left in storage, but not over text that is being typed here', async () => {
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

describe('when a draft was found in storage and belongs to another window', () => {
  const found: KeptDraft = { text: 'Hello', seen: null, made: [] };

  test('drops the found draft once that window has sent it', async () => {
    const server = new Server();
    const { keeper, text } = windowOn(server, { kept: found });
    await keeper.keptElsewhere(null);
    await keeper.flush();
    expect([text(), keeper.isUnsaved(), server.saves]).toEqual(['', false, []]);
  });

  test('drops the found draft even while this window is saving it', async () => {
    const server = new Server();
    const { keeper, text } = windowOn(server, { kept: found });
    const flushed = keeper.flush();
    await keeper.keptElsewhere(null);
    await flushed;
    expect([text(), server.draft]).toEqual(['', null]);
  });

  test('takes the server’s text once the other window has saved it', async () => {
    const server = new Server();
    const { keeper, text } = windowOn(server, { kept: found });
    server.draft = { chatId: 'chat', text: 'Hello Ana', version: 'v1' };
    await keeper.keptElsewhere(null);
    expect([text(), keeper.isUnsaved()]).toEqual(['Hello Ana', false]);
  });

  test('shows every change that the other window makes to the found draft', async () => {
    const server = new Server();
    const { keeper, text } = windowOn(server, { kept: found });
    await keeper.keptElsewhere({ text: 'Hello Ana', seen: null, made: [] });
    expect([text(), keeper.isUnsaved()]).toEqual(['Hello Ana', true]);
    await keeper.keptElsewhere({ text: '', seen: null, made: ['v1'] });
    expect([text(), keeper.isUnsaved()]).toEqual(['', false]);
  });

  test('keeps its own text once the user types in this window', async () => {
    const server = new Server();
    const { keeper, text } = windowOn(server, { kept: found });
    keeper.type('Hello you');
    await keeper.keptElsewhere(null);
    expect([text(), keeper.isUnsaved()]).toEqual(['Hello you', true]);
  });
});

test('reports unsaved text while the server is unreachable and while a conflict is open', async () => {
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

test('take returns the draft’s version, so that the server removes the draft with the message', async () => {
  const server = new Server();
  const { keeper, text } = windowOn(server);
  keeper.type('Hello');
  await rest();
  expect(keeper.take()).toEqual({ draftVersion: server.draft?.version });
  expect(text()).toBe('');
  await rest();
  expect(server.saves).toEqual(['Hello']);
});

test('does not bring the draft back if a save was in flight when the message was sent', async () => {
  const server = new Server();
  const { keeper } = windowOn(server);
  keeper.type('Hello');
  void keeper.flush();
  const { draftVersion } = keeper.take();
  await rest();
  expect(draftVersion).toBeDefined();
  expect(server.draft).toBeNull();
});

test('hides the draft of a message that failed in this window and shows the draft in other windows', async () => {
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

test('ignores a response that was requested before the user typed more text', async () => {
  const server = new Server();
  const { keeper, text } = windowOn(server);
  const answered = keeper.ask();
  keeper.type('Hello');
  await rest();
  keeper.leave();
  answered(null);
  expect(text()).toBe('Hello');
});

test('empties the field when the draft was sent in another window', async () => {
  const server = new Server();
  server.draft = { chatId: 'chat', text: 'Hello', version: 'v1' };
  const { look, text } = windowOn(server);
  look();
  server.draft = null;
  look();
  expect(text()).toBe('');
});

test('deletes the draft when the field is emptied', async () => {
  const server = new Server();
  const { keeper } = windowOn(server);
  keeper.type('Hello');
  await rest();
  keeper.type('');
  await rest();
  expect(server.draft).toBeNull();
});

test('take returns draftSeen, not draftVersion, if the text differs from the saved draft that it continues', async () => {
  const server = new Server();
  const { keeper } = windowOn(server);
  keeper.type('Hello');
  await rest();
  keeper.type('Hello there');
  expect(keeper.take()).toEqual({ draftSeen: server.draft?.version });
});

test('clears the field when another window sent its draft, even while the user is in the field', async () => {
  const server = new Server();
  const [here, there] = [windowOn(server), windowOn(server)];
  here.keeper.type('Hello');
  await rest();
  there.look();
  const { draftVersion } = there.keeper.take();
  here.keeper.sentFromSome([draftVersion!]);
  expect(here.text()).toBe('');
});

test('keeps text typed after the draft was sent and saves it as a new draft', async () => {
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
