import { emit, ParleyInbox, toast } from './index';
import type { AppContext } from '@parley/contracts/apps/protocol';

const context: AppContext = {
  ...{ app: { id: 'a', name: 'Orders' }, place: 'contact', language: 'en', theme: 'light' },
  ...{ conversation: null, contact: null },
};

describe('the SDK for pages of apps', () => {
  it('throws an error before the page is connected', () => {
    expect(() => emit('Hello')).toThrow("Emit hasn't been set");
    expect(() => toast('Hello')).toThrow("Toast hasn't been set");
  });

  it("returns each call's own result, and calls listeners with each new context", async () => {
    const sent: { id: number; method: string; params: unknown }[] = [];
    const port = { postMessage: (call: (typeof sent)[number]) => sent.push(call), onmessage: null };
    const inbox = new ParleyInbox(port as unknown as MessagePort, context);
    const answer = (data: object) => (port.onmessage as unknown as (event: object) => void)({ data });
    const [settings, refused] = [inbox.settings(), inbox.insert('Hello')];
    expect(sent.map(({ method }) => method)).toEqual(['settings', 'draft.insert']);
    answer({ id: 2, error: { code: 'app_scope_missing', message: 'no' } });
    answer({ id: 1, result: { shopUrl: 'https://shop.example' } });
    await expect(settings).resolves.toEqual({ shopUrl: 'https://shop.example' });
    await expect(refused).rejects.toMatchObject({ code: 'app_scope_missing' });
    const heard: string[] = [];
    inbox.onContext(({ theme }) => heard.push(theme));
    answer({ event: 'context', data: { ...context, theme: 'dark' } });
    expect(heard).toEqual(['light', 'dark']);
  });
});
