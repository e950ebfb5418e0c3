import { v5 as uuidV5 } from 'uuid';
import type { ClaimKind } from '@parley/contracts/events';
import { claimId } from '@parley/platform/security/claims';
import type { MasterKey } from '@parley/platform/security/master-key';
import type { Aggregates } from '../decider/aggregates';
import type { CommandContext } from '../decider/command';
import { claim } from './claim';

/** Whom claims are of that are made among all organisations: a domain, an account at a provider. */
export const ALL_ORGANISATIONS = '00000000-0000-0000-0000-000000000000';

/** Something that one owner at most may have in an organisation. */
export interface Claimable {
  kind: ClaimKind;
  /** In the one spelling of all that mean the same: spellings that differ are different claims. */
  value: string;
}

/** Who owns what there may be only one of. A race is settled by the log: whoever appends first. */
export class Claims {
  private readonly key: Buffer;

  constructor(
    private readonly aggregates: Aggregates,
    masterKey: MasterKey,
  ) {
    this.key = masterKey.purpose('claims');
  }

  /** Who has it, or null where nobody does. */
  async ownerOf(claimable: Claimable, customerId: string): Promise<string | null> {
    const { state } = await this.aggregates.load(
      claim,
      'claim',
      this.idOf(claimable, customerId),
      customerId,
    );
    return state.ownerId;
  }

  /** @returns who has it now: the claimant, or whoever came first. */
  async claim(claimable: Claimable, ownerId: string, context: CommandContext): Promise<string> {
    const { state } = await this.aggregates.execute(claim, 'claim', {
      id: this.idOf(claimable, context.customerId),
      command: { type: 'Claim', kind: claimable.kind, ownerId },
      // Two tries of one command may bring two new ids: their claims must not pass for each other.
      context: step(context, `claim/${ownerId}`),
    });
    return state.ownerId ?? ownerId;
  }

  /** Frees it, if it is this owner's. */
  async release(claimable: Claimable, ownerId: string, context: CommandContext): Promise<void> {
    await this.aggregates.execute(claim, 'claim', {
      id: this.idOf(claimable, context.customerId),
      command: { type: 'Release', ownerId },
      context: step(context, `release/${ownerId}`),
    });
  }

  private idOf({ kind, value }: Claimable, customerId: string): string {
    return claimId(this.key, customerId, kind, value);
  }
}

/** One command claims, releases and does more: each step has ids of its own. */
function step(context: CommandContext, name: string): CommandContext {
  return { ...context, commandId: uuidV5(name, context.commandId) };
}
