import { Module, type DynamicModule, type Type } from '@nestjs/common';
import { Abilities } from '@parley/access/domain/abilities';
import { SignInModule } from '@parley/access/http/sign-in/sign-in.module';
import type { ProcessRole } from '@parley/platform/config/config';
import { HttpModule } from '@parley/platform/http/http.module';
import { TelemetryModule } from '@parley/platform/telemetry/telemetry.module';
import { IdentityModule } from '@parley/embedded/identity/identity.module';
import type { Engines } from './engines';
import { EnginesModule } from './engines.module';
import { abilities } from './features';
import { ApiModule } from './roles/api.module';
import { IngressRoleModule } from './roles/ingress.module';
import { ProjectorModule } from './roles/projector.module';
import { RealtimeModule } from './roles/realtime.module';
import { WorkerModule } from './roles/worker.module';

const modules: Partial<Record<ProcessRole, Type>> = {
  api: ApiModule,
  ingress: IngressRoleModule,
  worker: WorkerModule,
  projector: ProjectorModule,
  realtime: RealtimeModule,
};

/** The product as it runs in this process: the engines, and the modules of the roles that the configuration names. */
@Module({})
export class AppModule {
  static of(engines: Engines): DynamicModule {
    const roles = engines.config.roles.flatMap((role) => modules[role] ?? []);
    return {
      module: AppModule,
      global: true,
      providers: [{ provide: Abilities, useValue: abilities }],
      exports: [Abilities],
      imports: [
        EnginesModule.of(engines),
        TelemetryModule,
        HttpModule,
        SignInModule,
        IdentityModule,
        ...roles,
      ],
    };
  }
}
