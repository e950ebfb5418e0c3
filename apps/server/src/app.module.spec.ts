import type { DynamicModule, Type } from '@nestjs/common';
import { roles, type ProcessRole } from '@parley/platform/config/config';
import { MasterKey } from '@parley/platform/security/master-key';
import { AppModule } from './app.module';
import type { Engines } from './engines';
import { migrations } from './migrations';
import { WatchModule } from './watch.module';

test('only processes that report the lag of views and reactions measure it', () => {
  const watching = roles.filter((role) => modulesOfProcess(role).has(WatchModule));
  expect(watching.sort()).toEqual(['api', 'projector', 'worker']);
});

/**
 * This migration has the same timestamp as `PushPosition1767450000000`. Neither can be renamed, since databases store
 * both names.
 */
const exception = 'SetAsideMails1767450000000';

test('each other migration has a timestamp of its own, so that their order is defined', () => {
  const timestamps = migrations
    .filter(({ name }) => name !== exception)
    .map(({ name }) => /\d{13}$/.exec(name)?.[0] ?? name);
  expect(timestamps.filter((timestamp, place) => timestamps.indexOf(timestamp) !== place)).toEqual([]);
});

function modulesOfProcess(role: ProcessRole): Set<unknown> {
  const masterKey = new MasterKey('a secret that is long enough for tests');
  const found = new Set<unknown>();
  const collect = (module: Type | DynamicModule) => {
    const isDynamic = 'module' in module;
    const type = isDynamic ? module.module : module;
    if (found.has(type)) return;
    found.add(type);
    const declared = (Reflect.getMetadata('imports', type) ?? []) as (Type | DynamicModule)[];
    for (const each of [...declared, ...(isDynamic ? (module.imports ?? []) : [])]) {
      collect(each as Type | DynamicModule);
    }
  };
  collect(AppModule.of({ config: { roles: [role] }, masterKey } as unknown as Engines));
  return found;
}
