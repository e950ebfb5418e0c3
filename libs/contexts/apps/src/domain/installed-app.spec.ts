import type { AppEvent } from '@parley/contracts/events';
import { given } from '@parley/event-sourcing/decider/given';
import { installedApp } from './installed-app';

const orders = {
  packageName: 'orders',
  name: 'Orders',
  version: '1.0.0',
  scopes: ['contact:read', 'proxy'],
};
const installed: AppEvent = { type: 'AppInstalled', data: orders };
const uninstalled: AppEvent = { type: 'AppUninstalled', data: { keptUntil: '2026-12-24T09:00:00.000Z' } };
const set = (name: string, value: string): AppEvent => ({
  type: 'AppSettingsChanged',
  data: { values: [{ name, value }], secrets: [] },
});

describe('an app of an organisation', () => {
  it('an app is installed once when the command is repeated', () => {
    const command = { type: 'Install' as const, ...orders, scopes: ['proxy', 'contact:read', 'proxy'] };
    expect(given(installedApp, []).when(command)).toEqual([installed]);
    expect(given(installedApp, [installed]).when(command)).toEqual([]);
  });

  it('an app records another version or other scopes, and nothing if both are the same', () => {
    const update = { type: 'Update' as const, version: '2.0.0', scopes: ['data'] };
    expect(given(installedApp, [installed]).when(update)).toEqual([
      { type: 'AppUpdated', data: { version: '2.0.0', scopes: ['data'] } },
    ]);
    expect(
      given(installedApp, [installed]).when({ ...update, version: '1.0.0', scopes: orders.scopes }),
    ).toEqual([]);
  });

  it('an app records only the settings that differ', () => {
    const settings = [
      { name: 'shopUrl', value: 'https://shop.example' },
      { name: 'limit', value: '5' },
    ];
    const before = [installed, set('shopUrl', 'https://shop.example')];
    expect(given(installedApp, before).when({ type: 'Set', settings, secrets: [] })).toEqual([
      set('limit', '5'),
    ]);
    expect(
      given(installedApp, [...before, set('limit', '5')]).when({ type: 'Set', settings, secrets: [] }),
    ).toEqual([]);
  });

  it('an app can be switched off and on', () => {
    const off = { type: 'Set' as const, settings: [], secrets: [], isOn: false };
    expect(given(installedApp, [installed]).when(off)).toEqual([{ type: 'AppSwitchedOff', data: {} }]);
    const isOff: AppEvent[] = [installed, { type: 'AppSwitchedOff', data: {} }];
    expect(given(installedApp, isOff).when(off)).toEqual([]);
    expect(given(installedApp, isOff).when({ ...off, isOn: true })).toEqual([
      { type: 'AppSwitchedOn', data: {} },
    ]);
  });

  it('an app is uninstalled once, and can be restored until its data is deleted', () => {
    const uninstall = { type: 'Uninstall' as const, keptUntil: '2026-12-24T09:00:00.000Z' };
    expect(given(installedApp, [installed]).when(uninstall)).toEqual([uninstalled]);
    expect(given(installedApp, [installed, uninstalled]).when(uninstall)).toEqual([]);
    const restore = (now: string) =>
      given(installedApp, [installed, uninstalled]).when({ type: 'Restore', now });
    expect(restore('2026-12-24T08:59:59.000Z')).toEqual([{ type: 'AppRestored', data: {} }]);
    expect(() => restore('2026-12-24T09:00:01.000Z')).toThrow('app_data_gone');
  });

  it('an uninstalled app accepts no settings and no update', () => {
    const gone = given(installedApp, [installed, uninstalled]);
    expect(() => gone.when({ type: 'Set', settings: [], secrets: [], isOn: true })).toThrow('not_found');
    expect(() => gone.when({ type: 'Update', version: '2.0.0', scopes: [] })).toThrow('not_found');
    expect(() => given(installedApp, []).when({ type: 'Restore', now: '2026-11-24T09:00:00.000Z' })).toThrow(
      'not_found',
    );
  });

  const connect = {
    type: 'Connect' as const,
    connectionId: 'one',
    account: 'tom@shop.example',
    scopes: ['b', 'a'],
  };
  const connected = (connectionId: string): AppEvent => ({
    type: 'AppConnected',
    data: { connectionId, account: 'tom@shop.example', scopes: ['a', 'b'] },
  });
  const refused: AppEvent = { type: 'AppConnectionRefused', data: { connectionId: 'one' } };

  it('an app records each sign-in at another service once', () => {
    expect(given(installedApp, [installed]).when(connect)).toEqual([connected('one')]);
    expect(given(installedApp, [installed, connected('one')]).when(connect)).toEqual([]);
    expect(
      given(installedApp, [installed, connected('one'), refused]).when({ ...connect, connectionId: 'two' }),
    ).toEqual([connected('two')]);
    expect(() => given(installedApp, [installed, uninstalled]).when(connect)).toThrow();
  });

  it('an app records a refusal by the other service once, and ignores refusals of former sign-ins', () => {
    const refuse = { type: 'Refuse' as const, connectionId: 'one' };
    expect(given(installedApp, [installed, connected('one')]).when(refuse)).toEqual([refused]);
    expect(given(installedApp, [installed, connected('one'), refused]).when(refuse)).toEqual([]);
    expect(given(installedApp, [installed, connected('two')]).when(refuse)).toEqual([]);
    expect(given(installedApp, [installed]).when(refuse)).toEqual([]);
  });

  it('an app keeps the ids of former connections, whose tokens have to be deleted', () => {
    const disconnected: AppEvent = { type: 'AppDisconnected', data: { connectionId: 'two' } };
    const after = (...events: AppEvent[]) =>
      events.reduce(installedApp.evolve.bind(installedApp), installedApp.initialState).former ?? [];
    expect(after(installed, connected('one'))).toEqual([]);
    expect(after(installed, connected('one'), connected('two'))).toEqual(['one']);
    expect(after(installed, connected('one'), connected('two'), disconnected)).toEqual(['one', 'two']);
  });

  it('an app is disconnected once, and has no connection when it is installed again', () => {
    const disconnected: AppEvent = { type: 'AppDisconnected', data: { connectionId: 'one' } };
    const disconnect = { type: 'Disconnect' as const };
    expect(given(installedApp, [installed, connected('one')]).when(disconnect)).toEqual([disconnected]);
    expect(given(installedApp, [installed, connected('one'), disconnected]).when(disconnect)).toEqual([]);
    expect(
      given(installedApp, [installed, connected('one'), uninstalled, installed]).when(disconnect),
    ).toEqual([]);
  });
});
