import type { CommandBus } from '@nestjs/cqrs';
import type { AppEvent } from '@parley/contracts/events';
import type { CommandContext } from '@parley/event-sourcing/decider/command';
import { NotFound } from '@parley/event-sourcing/decider/decider';
import type { Config } from '@parley/platform/config/config';
import type { Database } from '@parley/platform/database/database';
import type { MasterKey } from '@parley/platform/security/master-key';
import { installedApp } from '../domain/installed-app';
import type { AppAddresses } from '../proxy/app-addresses';
import type { AppQueries } from '../read/apps.queries';
import type { ToApp } from '../write/app.handler';
import type { AppConnections } from './app-connections';
import { AppSignIns } from './app-sign-ins';
import type { TokenEndpoint } from './token-endpoint';

const context = { customerId: 'ours' } as CommandContext;
const isConnect = ({ command }: ToApp) => command.type === 'Connect';

function gate() {
  let resolve!: () => void;
  const promise = new Promise<void>((open) => (resolve = open));
  return { promise, resolve };
}

/** One app whose state and tokens are in memory. */
function oneApp() {
  const installed: AppEvent = {
    type: 'AppInstalled',
    data: { packageName: 'ledger', name: 'Ledger', version: '1.0.0', scopes: [] },
  };
  let state = installedApp.evolve(installedApp.initialState, installed);
  const kept = new Set<string>();
  const hooks = {
    beforeCommand: (_: ToApp) => Promise.resolve(),
    afterCommand: (_: ToApp) => Promise.resolve(),
  };
  const commands = {
    execute: async (envelope: ToApp) => {
      await hooks.beforeCommand(envelope);
      const events = installedApp.decide(envelope.command, state);
      state = events.reduce(installedApp.evolve.bind(installedApp), state);
      const executed = { state, events, position: '1' };
      await hooks.afterCommand(envelope);
      return executed;
    },
  };
  const connections = {
    keep: (_: unknown, id: string) => Promise.resolve(void kept.add(id)),
    forget: (_: unknown, ids: string[]) => Promise.resolve(ids.forEach((id) => kept.delete(id))),
  };
  const app = { id: 'one', customerId: 'ours', manifest: { connect: { service: 'Exact', scopes: [] } } };
  const grant = { access: 'access', refresh: null, expiresAt: null, scopes: null, account: 'tom' };
  const signIns = new AppSignIns(
    { query: () => Promise.resolve({ rows: [{ app_id: 'one' }] }) } as unknown as Database,
    { running: () => Promise.resolve(app) } as unknown as AppQueries,
    {} as AppAddresses,
    {
      exchange: () => Promise.resolve(grant),
      account: () => Promise.resolve('tom'),
    } as unknown as TokenEndpoint,
    connections as unknown as AppConnections,
    commands as unknown as CommandBus,
    { purpose: () => Buffer.alloc(32) } as unknown as MasterKey,
    { publicUrl: 'https://parley.example' } as Config,
  );
  const signIn = (userId: string) =>
    signIns.finish({ customerId: 'ours', userId }, { state: userId, code: 'code' }, context);
  return { signIns, signIn, hooks, kept, connected: () => state.connection?.id };
}

describe('two administrators who sign in for one app at the same time', () => {
  it('two concurrent sign-ins leave only the tokens of the last one', async () => {
    const { signIn, hooks, kept, connected } = oneApp();
    await signIn('ana');
    // Both administrators have their tokens before either connects the app.
    const both = gate();
    hooks.beforeCommand = () => (kept.size === 3 ? both.resolve() : undefined, both.promise);
    await Promise.all([signIn('ana'), signIn('ben')]);
    expect([...kept]).toEqual([connected()]);
  });

  it('two sign-ins leave only the last tokens if the first deletes its old ones after the second has connected', async () => {
    const { signIn, hooks, kept, connected } = oneApp();
    const second = gate();
    let commands = 0;
    hooks.afterCommand = () => (++commands === 1 ? second.promise : Promise.resolve());
    const first = signIn('ana');
    await signIn('ben');
    second.resolve();
    await first;
    expect([...kept]).toEqual([connected()]);
  });

  it('an app ends connected if one administrator disconnects it while another signs in', async () => {
    const { signIns, signIn, hooks, kept, connected } = oneApp();
    await signIn('ana');
    const before = connected();
    const disconnected = gate();
    hooks.beforeCommand = (envelope) => (isConnect(envelope) ? disconnected.promise : Promise.resolve());
    const other = signIn('ben');
    await new Promise(setImmediate);
    expect(kept.size).toBe(2);
    await signIns.disconnect('one', context);
    disconnected.resolve();
    await other;
    expect([...kept]).toEqual([connected()]);
    expect(connected()).not.toBe(before);
  });
});

it('keeps no tokens of a sign-in for an app that was uninstalled since', async () => {
  const { signIn, hooks, kept } = oneApp();

  hooks.beforeCommand = () => Promise.reject(new NotFound());
  await expect(signIn('ana')).rejects.toThrow(NotFound);
  expect(kept.size).toBe(0);
});
