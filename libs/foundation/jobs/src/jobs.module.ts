import { Module } from '@nestjs/common';
import { JobKinds } from './job-kinds';
import { JobRunner } from './job-runner';
import { Jobs } from './jobs';
import { JobSteps } from './job-steps';

@Module({ providers: [JobKinds, JobRunner, Jobs, JobSteps], exports: [JobKinds, Jobs] })
export class JobsModule {}
