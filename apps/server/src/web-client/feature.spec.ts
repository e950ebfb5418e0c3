import { Global, Module } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { BackgroundWork } from '@parley/platform/background-work';
import { Database } from '@parley/platform/database/database';
import { EarlierBuilds } from './earlier-builds';
import { webClient } from './feature';

@Global()
@Module({
  providers: [BackgroundWork, { provide: Database, useValue: {} }],
  exports: [BackgroundWork, Database],
})
class DatabaseModule {}

test.each(['http', 'ingress'] as const)(
  'a process with only the role behind %s has the earlier builds',
  async (kind) => {
    const imports = [DatabaseModule, ...[webClient[kind] ?? []].flat()];
    const app = await Test.createTestingModule({ imports }).compile();
    expect(app.get(EarlierBuilds)).toBeInstanceOf(EarlierBuilds);
  },
);
