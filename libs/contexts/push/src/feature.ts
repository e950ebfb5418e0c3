import type { Feature } from '@parley/feature/feature';
import { PushHttpModule } from './http/push-http.module';
import { Push1766900000000, PushPosition1767450000000 } from './push.migration';
import { PushModule } from './push.module';
import { PushSender } from './push-sender';

/** Browser notifications while Parley is not open. */
export const push: Feature = {
  module: PushModule,
  migrations: [Push1766900000000, PushPosition1767450000000],
  work: [PushSender],
  http: PushHttpModule,
};
