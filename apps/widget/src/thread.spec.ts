import type { VisitorEntry } from '@parley/contracts/api/web-chat';
import { Thread } from './thread';

function entry(id: string, second: number, by: VisitorEntry['by'] = 'agent'): VisitorEntry {
  const time = `2026-11-23T09:00:${String(second).padStart(2, '0')}.000Z`;
  const rest = { author: null, text: id, files: [], location: null };
  return { id, by, time, createdAt: time, position: String(second).padStart(4, '0'), ...rest };
}

const ids = (thread: Thread) => thread.entries.map(({ id }) => id);

describe('A thread', () => {
  it('shows each entry once and in order, even if entries arrive repeatedly or late', () => {
    const thread = new Thread();
    thread.replace([entry('a', 1), entry('c', 3)], '0003', false);
    thread.take({ position: '0005', entries: [entry('d', 5), entry('b', 2)], gone: [] });
    thread.take({ position: '0004', entries: [entry('d', 5)], gone: [] });
    expect(ids(thread)).toEqual(['a', 'b', 'c', 'd']);
    expect(thread.position).toBe('0005');
  });

  it('take returns new entries that the visitor did not write, each once', () => {
    const thread = new Thread();
    const push = { position: '0002', entries: [entry('a', 1, 'visitor'), entry('b', 2)], gone: [] };
    expect(thread.take(push).map(({ id }) => id)).toEqual(['b']);
    expect(thread.take(push)).toEqual([]);
  });

  it('shows the visitor’s own message once, whether the push or the response arrives first', () => {
    const thread = new Thread();
    thread.begin();
    thread.take({ position: '0001', entries: [entry('mine', 1, 'visitor')], gone: [] });
    expect(ids(thread)).toEqual([]);
    thread.end(entry('mine', 9, 'visitor'));
    expect(ids(thread)).toEqual(['mine']);
    expect(thread.entries[0]!.time).toBe(entry('mine', 1).time);

    thread.begin();
    thread.end(entry('next', 2, 'visitor'));
    thread.take({ position: '0003', entries: [entry('next', 2, 'visitor')], gone: [] });
    expect(ids(thread)).toEqual(['mine', 'next']);
  });

  it('shows the visitor’s message from another tab once no message of this tab is being sent', () => {
    const thread = new Thread();
    thread.begin();
    thread.take({ position: '0001', entries: [entry('elsewhere', 1, 'visitor')], gone: [] });
    thread.end(null);
    expect(ids(thread)).toEqual(['elsewhere']);
  });

  it('places a message just sent last, even if the browser’s clock is slow', () => {
    const thread = new Thread();
    thread.replace([entry('answer', 30)], '0030', false);
    thread.begin();
    thread.end({ ...entry('mine', 1, 'visitor'), position: '~' });
    expect(ids(thread)).toEqual(['answer', 'mine']);
  });

  it('drops deleted entries and prepends earlier pages', () => {
    const thread = new Thread();
    thread.replace([entry('b', 2)], '0002', true);
    thread.prepend([entry('a', 1)], false);
    thread.take({ position: '0003', entries: [], gone: ['b'] });
    expect([ids(thread), thread.hasMore]).toEqual([['a'], false]);
  });
});
