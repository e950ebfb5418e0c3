import { Global, Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_PIPE } from '@nestjs/core';
import { AuthGuard } from './auth.guard';
import { inputPipe } from './input';
import { ProblemFilter } from './problem.filter';
import { RateLimits } from './rate-limits';

/**
 * Guard, validation pipe, error filter and rate limits of all routes. `Authenticator` and `Config` come from global
 * modules.
 */
@Global()
@Module({
  providers: [
    RateLimits,
    { provide: APP_GUARD, useClass: AuthGuard },
    { provide: APP_PIPE, useFactory: inputPipe },
    { provide: APP_FILTER, useClass: ProblemFilter },
  ],
  exports: [RateLimits],
})
export class HttpModule {}
