import { Injectable } from '@nestjs/common';
import type { Role } from '@parley/contracts/events';
import { roles } from '@parley/contracts/events';
import type { JobKind } from '@parley/feature/job-kind';

/** Kinds of jobs that the features of this process register. */
@Injectable()
export class JobKinds {
  private readonly byName = new Map<string, JobKind>();

  register(kinds: JobKind[]): void {
    for (const kind of kinds) this.byName.set(kind.name, kind);
  }

  names(): string[] {
    return [...this.byName.keys()];
  }

  /** @returns the kind with this name; undefined if only another release has it */
  find(name: string): JobKind | undefined {
    return this.byName.get(name);
  }

  /** @throws Error if no feature registers the kind */
  get(name: string): JobKind {
    const kind = this.byName.get(name);
    if (!kind) throw new Error(`No feature registers jobs of the kind ${name}.`);
    return kind;
  }

  /** @returns names of the kinds whose jobs of other users this role sees and cancels */
  overseenBy(role: Role): string[] {
    const reaches = ({ overseenBy }: JobKind) => roles.indexOf(role) >= roles.indexOf(overseenBy);
    return [...this.byName.values()].filter(reaches).map(({ name }) => name);
  }
}
