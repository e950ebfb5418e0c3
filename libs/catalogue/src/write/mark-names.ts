import { Injectable } from '@nestjs/common';
import type { CommandContext } from '@parley/event-sourcing/decider/command';
import { Aggregates } from '@parley/event-sourcing/decider/aggregates';
import { Rejected } from '@parley/event-sourcing/decider/decider';
import { Claims, type Claimable } from '@parley/event-sourcing/claims/claims';
import { isThere, itemOf, type MarkKind } from '../domain/item';

/** How long whoever has just claimed a name may take to say so in a stream of its own. */
const PATIENCE_MS = 1_000;
const PAUSE_MS = 50;

/** A name is one tag's and one label's in an organisation, however it is written. */
@Injectable()
export class MarkNames {
  constructor(
    private readonly claims: Claims,
    private readonly aggregates: Aggregates,
  ) {}

  /** @throws Rejected `tag_name_taken`, `label_name_taken` */
  async take(kind: MarkKind, name: string, id: string, context: CommandContext): Promise<void> {
    const claimable = claimOf(kind, name);
    const holder = await this.claims.claim(claimable, id, context);
    if (holder === id) return;
    if (await this.holds(kind, holder, name, context.customerId)) throw new Rejected(`${kind}_name_taken`);
    // Its owner never came to be, or has another name: a process stopped between two steps.
    await this.claims.release(claimable, holder, context);
    if ((await this.claims.claim(claimable, id, context)) !== id) throw new Rejected(`${kind}_name_taken`);
  }

  async release(kind: MarkKind, name: string, id: string, context: CommandContext): Promise<void> {
    await this.claims.release(claimOf(kind, name), id, context);
  }

  /** Whether it is called so, or will be in a moment. */
  private async holds(kind: MarkKind, id: string, name: string, customerId: string): Promise<boolean> {
    for (let waited = 0; ; waited += PAUSE_MS) {
      const { state } = await this.aggregates.load(itemOf(kind), kind, id, customerId);
      if (isThere(state) && spelling(state.content.name) === spelling(name)) return true;
      if (state.isDeleted || state.mergedInto || waited >= PATIENCE_MS) return false;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }
}

function claimOf(kind: MarkKind, name: string): Claimable {
  return { kind: `${kind}-name`, value: spelling(name) };
}

/** The same for all names that read alike. */
export function spelling(name: string): string {
  return name.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();
}
