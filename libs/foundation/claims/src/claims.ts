import { setTimeout as pause } from 'node:timers/promises';
import type { Actor, Category, ClaimKind, Fact } from '@parley/contracts/events';
import { claimId } from '@parley/platform/security/claims';
import type { MasterKey } from '@parley/platform/security/master-key';
import type { Aggregates } from '@parley/event-sourcing/decider/aggregates';
import {
  step,
  type CommandContext,
  type Envelope,
  type Executed,
} from '@parley/event-sourcing/decider/command';
import { Rejected, type Decider } from '@parley/event-sourcing/decider/decider';
import { claim } from './claim';

/** Whom claims are of that are made among all organisations: a domain, an account at a provider. */
const ALL_ORGANISATIONS = '00000000-0000-0000-0000-000000000000';
const POLL_MS = 20;
const LONGEST_POLL_MS = 500;

/** Something that one owner at most may have in an organisation. */
export interface Claimable {
  kind: ClaimKind;
  /** In the one spelling of all that mean the same: spellings that differ are different claims. */
  value: string;
  /** Only one organisation may have it. The organisation owns it, by whichever of its aggregates goes by it. */
  isGlobal?: boolean;
}

/** What an aggregate goes by, and the code which another one hears that wants it. */
export interface Wanted extends Claimable {
  taken: string;
  /** The field of the request that named it. */
  field?: string;
}

/**
 * What the owner that a claim names says of it: that it goes by it; nothing yet, since it is about to, has stopped
 * half-way or goes by another now; or that it is gone for good.
 */
export type Holding = 'held' | 'pending' | 'gone';

/** The owner that a claim names, as one of the aggregates of an organisation. */
export interface Owner {
  id: string;
  customerId: string;
  claimedBy: Actor | null;
}

/** An aggregate with names, addresses or accounts that only one of its kind may have. */
export interface Unique<Command, State, Event extends Fact> {
  decider: Decider<Command, State, Event>;
  category: Category;
  /** What it goes by, always in the same order: who takes several takes them in that order. */
  goesBy: (state: State) => Wanted[];
  /** Gone for good: it will go by nothing any more. */
  isGone: (state: State) => boolean;
}

/** A claim as it was read or made. */
interface Claim {
  id: string;
  scope: string;
  ownerId: string;
  fence: number;
}

/** A claim that was nobody's or another's before. */
interface Taken {
  claimable: Claimable;
  claim: Claim;
}

/** Who takes something, and how to ask owners of it. */
interface Taker {
  ownerId: string;
  holding: (claimable: Claimable, owner: Owner) => Promise<Holding>;
  /** By the ids of claims: what it has taken so far, in this attempt or one before. */
  taken?: Map<string, Taken>;
  /** When the log was asked, by `performance.now()`, and nobody had ever had any of it. */
  unheldAt?: number;
}

/**
 * Who owns what there may be only one of. The log settles a race: whoever appends the claim first.
 *
 * A claim comes before the fact for which it is made, in another stream. So the owner that a claim names may not have
 * said so yet, and one rule says what that means: **an owner has `sayWithinMs` from its claim to append its fact;
 * whoever else wants it waits `patienceMs`, and takes it over if the owner has not said so by then.** An owner that was
 * slower appends nothing and hears `busy`. Times are counted by each process for itself, from what it saw of the claim
 * in the log: clocks need not agree. A process that stopped half-way keeps a name from others for `patienceMs`.
 */
export class Claims {
  /** Milliseconds. */
  sayWithinMs = 2_500;
  /** Milliseconds; more than `sayWithinMs` by the longest that one append may take. */
  patienceMs = 5_000;
  private readonly key: Buffer;

  constructor(
    private readonly aggregates: Aggregates,
    masterKey: MasterKey,
  ) {
    this.key = masterKey.purpose('claims');
  }

  /** The stream of the claim on it. */
  idOf(claimable: Claimable, customerId: string): string {
    return this.placeOf(claimable, customerId).id;
  }

  /** Who has it, and who claimed it for them. */
  async find(
    claimable: Claimable,
    customerId: string,
  ): Promise<{ ownerId: string | null; claimedBy: Actor | null }> {
    const { id, scope } = this.placeOf(claimable, customerId);
    const { state, actor } = await this.aggregates.load(claim, 'claim', id, scope);
    return { ownerId: state.ownerId, claimedBy: actor };
  }

  /** Who has it, or null where nobody does. */
  async ownerOf(claimable: Claimable, customerId: string): Promise<string | null> {
    return (await this.find(claimable, customerId)).ownerId;
  }

  /** Who had it as of a position of the log that the context names, or has it now; null where nobody. */
  async recallOwnerOf(
    claimable: Claimable,
    { customerId, asOf }: Pick<CommandContext, 'customerId' | 'asOf'>,
  ): Promise<string | null> {
    if (asOf === undefined) return this.ownerOf(claimable, customerId);
    const { id, scope } = this.placeOf(claimable, customerId);
    const { state } = await this.aggregates.recall(claim, 'claim', { id, customerId: scope, asOf });
    return state.ownerId;
  }

  /**
   * For whoever goes on with what the owner has begun, and so need not know whether it said so.
   * @returns who has it now: the claimant, or whoever came first
   */
  async claim(claimable: Claimable, ownerId: string, context: CommandContext): Promise<string> {
    const { id, scope } = this.placeOf(claimable, context.customerId);
    const { state } = await this.aggregates.execute(claim, 'claim', {
      id,
      command: { type: 'Claim', kind: claimable.kind, ownerId },
      // Two tries of one command may bring two new ids: their claims must not pass for each other.
      context: { ...step(context, `claim/${ownerId}`), customerId: scope, asOf: undefined },
      // Whoever claims has looked: it is most likely nobody's.
      isFirst: true,
    });
    return state.ownerId ?? ownerId;
  }

  /** Frees it, if it is this owner's. */
  async release(claimable: Claimable, ownerId: string, context: CommandContext): Promise<void> {
    await this.releaseClaim({ ...this.placeOf(claimable, context.customerId), ownerId }, context);
  }

  /** Frees a claim of the organisation by the id of its stream, if it is this owner's. */
  async releaseById(id: string, ownerId: string, context: CommandContext): Promise<void> {
    await this.releaseClaim({ id, scope: context.customerId, ownerId }, context);
  }

  /**
   * Runs a command on an aggregate that goes by what only one may have: takes what it will go by before the append, and
   * frees what it went by before once that is done. A command that is refused, or holds already, takes nothing.
   * @param prepare what else has to be there before the append, of nobody but whoever has what it takes
   * @throws Rejected with the code of what another one has, `busy`, and what the aggregate itself refuses
   */
  async execute<Command, State, Event extends Fact>(
    unique: Unique<Command, State, Event>,
    envelope: Envelope<Command>,
    prepare: () => Promise<void> = () => Promise.resolve(),
  ): Promise<Executed<State, Event>> {
    const { decider, category, goesBy } = unique;
    const { id, context } = envelope;
    const holding = (claimable: Claimable, owner: Owner) => this.holding(unique, claimable, owner);
    // Where another append comes first, the command is decided again, and may want something else or nothing.
    const taker = { ownerId: id, holding, taken: new Map<string, Taken>() };
    let wanted: Wanted[] = [];
    try {
      const done = await this.aggregates.execute(
        decider,
        category,
        envelope,
        async ({ before, after }, append) => {
          const [had, has] = [goesBy(before), goesBy(after)];
          // As they are before the append: whoever takes one anew after it has another claim.
          const left = await this.claimsOf(without(had, has), id, context);
          wanted = without(has, had);
          const done = await this.take(wanted, taker, context, async (inTime) => {
            await prepare();
            return append(inTime);
          });
          for (const each of left) await this.releaseClaim(each, context);
          return done;
        },
      );
      if (done.events.length > 0) {
        for (const each of wanted) taker.taken.delete(this.placeOf(each, context.customerId).id);
      }
      await this.freeUnsaid(taker, context);
      return done;
    } catch (error) {
      if (error instanceof Rejected) await this.freeUnsaid(taker, context);
      throw error;
    }
  }

  /** What an owner says of what it was claimed for. */
  async holding<Command, State, Event extends Fact>(
    { decider, category, goesBy, isGone }: Unique<Command, State, Event>,
    claimable: Claimable,
    { id, customerId }: Pick<Owner, 'id' | 'customerId'>,
  ): Promise<Holding> {
    const { state } = await this.aggregates.load(decider, category, id, customerId);
    if (isGone(state)) return 'gone';
    return goesBy(state).some((each) => isSame(each, claimable)) ? 'held' : 'pending';
  }

  /**
   * Takes all that is wanted for an owner, and then does `work`, which appends the fact that says so under the context
   * that it is given. Where one of them is another's, or the fact is refused, those that were free before are free again.
   * @param owner.holding what the owner that a claim names says of it
   * @param owner.unheldAt the log is not asked again for what it was asked for a moment ago
   * @throws Rejected with the code of what another one has; `busy` where that cannot be said in time
   */
  async take<T>(
    wanted: readonly Wanted[],
    { ownerId, holding, taken = new Map(), unheldAt }: Taker,
    context: CommandContext,
    work: (context: CommandContext) => Promise<T>,
  ): Promise<T> {
    if (wanted.length === 0) return work(context);
    // Time for one owner that stops half-way, and for another one after it.
    const giveUpAt = performance.now() + 2 * this.patienceMs + this.sayWithinMs;
    try {
      for (;;) {
        let [since, isStale] = [Infinity, false];
        for (const each of wanted) {
          const got = await this.takeOne(each, { ownerId, holding, giveUpAt, unheldAt }, context);
          // One that is renewed has another fence, by which it is to be freed.
          const { claim: its } = got;
          if (got.isNew || taken.has(its.id)) taken.set(its.id, { claimable: each, claim: its });
          isStale ||= got.isWaitedFor && since < Infinity;
          since = Math.min(since, got.at);
        }
        // While one of them was waited for, those before it have grown old: they are renewed.
        if (isStale) continue;
        const appendBefore = Math.min(context.appendBefore ?? Infinity, since + this.sayWithinMs);
        return await work({ ...context, appendBefore });
      }
    } catch (error) {
      if (error instanceof Rejected) await this.freeUnsaid({ ownerId, holding, taken }, context);
      throw error;
    }
  }

  /** Frees what was taken and the owner does not go by, and forgets what was taken. */
  private async freeUnsaid(
    { ownerId, holding, taken }: Required<Omit<Taker, 'unheldAt'>>,
    context: CommandContext,
  ): Promise<void> {
    const { customerId, actor: claimedBy } = context;
    for (const { claimable, claim: made } of taken.values()) {
      // The same command may have been sent twice, and the other one has said so.
      const says = await holding(claimable, { id: ownerId, customerId, claimedBy });
      if (says !== 'held') await this.releaseClaim(made, context);
    }
    taken.clear();
  }

  private async takeOne(
    wanted: Wanted,
    { ownerId, holding, giveUpAt, unheldAt = -Infinity }: Taker & { giveUpAt: number },
    context: CommandContext,
  ): Promise<{ claim: Claim; isNew: boolean; isWaitedFor: boolean; at: number }> {
    const { customerId } = context;
    const { id, scope } = this.placeOf(wanted, customerId);
    const me = wanted.isGlobal ? customerId : ownerId;
    const seen = { fence: -1, at: 0 };
    const take = (owner: string, fence: number, isFirst = false) =>
      this.aggregates.execute(claim, 'claim', {
        id,
        command: { type: 'Take', kind: wanted.kind, ownerId: owner, fence },
        context: { ...step(context, `take/${owner}/${fence}`), customerId: scope, asOf: undefined },
        isFirst,
      });
    // There is time left for the append that says so.
    if (performance.now() - unheldAt < this.sayWithinMs / 2) {
      const { state, events } = await take(me, 0, true);
      if (events.length > 0 && state.ownerId === me) {
        const taken = { id, scope, ownerId: me, fence: state.fence };
        return { claim: taken, isNew: true, isWaitedFor: false, at: unheldAt };
      }
    }
    for (let tries = 0; ; tries++) {
      const at = performance.now();
      const { state: found, actor } = await this.aggregates.load(claim, 'claim', id, scope);
      const { fence } = found;
      const isFree = found.ownerId === null || found.ownerId === me;
      const owner = isFree ? null : await this.aggregateOf(wanted, found.ownerId!, actor, customerId);
      if (owner) {
        if (seen.fence !== fence) Object.assign(seen, { fence, at: performance.now() });
        const says = await holding(wanted, owner);
        if (says === 'held') throw refusal(wanted);
        // Of an owner that was asked before its time was up, the answer says nothing.
        if (says === 'pending' && at - seen.at < this.patienceMs) {
          if (at > giveUpAt) throw new Rejected('busy');
          await pause(Math.min(POLL_MS * 2 ** tries, LONGEST_POLL_MS));
          continue;
        }
      }
      const { state } = await take(me, fence);
      if (state.ownerId !== me) continue;
      if (owner && (await holding(wanted, owner)) === 'held') {
        // Its append, which had begun in time, has only now arrived.
        await take(found.ownerId!, state.fence);
        throw refusal(wanted);
      }
      const taken = { id, scope, ownerId: me, fence: state.fence };
      return { claim: taken, isNew: found.ownerId !== me, isWaitedFor: tries > 0, at };
    }
  }

  /** Which aggregate it is that a claim names: an organisation has what one of its own has. */
  private async aggregateOf(
    claimable: Claimable,
    ownerId: string,
    claimedBy: Actor | null,
    customerId: string,
  ): Promise<Owner> {
    if (!claimable.isGlobal) return { id: ownerId, customerId, claimedBy };
    const own = await this.ownerOf({ ...claimable, isGlobal: false }, ownerId);
    return { id: own ?? ownerId, customerId: ownerId, claimedBy };
  }

  /** The claims that this owner has of these. */
  private async claimsOf(
    claimables: Claimable[],
    ownerId: string,
    { customerId }: CommandContext,
  ): Promise<Claim[]> {
    const claims = claimables.map(async (each) => {
      const place = this.placeOf(each, customerId);
      const { state } = await this.aggregates.load(claim, 'claim', place.id, place.scope);
      return { ...place, ownerId: each.isGlobal ? customerId : ownerId, fence: state.fence };
    });
    return Promise.all(claims);
  }

  private async releaseClaim(
    { id, scope, ownerId, fence }: Omit<Claim, 'fence'> & { fence?: number },
    context: CommandContext,
  ): Promise<void> {
    await this.aggregates.execute(claim, 'claim', {
      id,
      command: { type: 'Release', ownerId, fence },
      context: { ...step(context, `release/${ownerId}/${fence ?? 0}`), customerId: scope, asOf: undefined },
    });
  }

  private placeOf({ kind, value, isGlobal }: Claimable, customerId: string): { id: string; scope: string } {
    const scope = isGlobal ? ALL_ORGANISATIONS : customerId;
    return { id: claimId(this.key, scope, kind, value), scope };
  }
}

function refusal({ taken, field }: Wanted): Rejected {
  return new Rejected(taken, undefined, field ? [{ field, rule: 'unique' }] : undefined);
}

function isSame(one: Claimable, other: Claimable): boolean {
  return one.kind === other.kind && one.value === other.value && !one.isGlobal === !other.isGlobal;
}

function without(some: Wanted[], others: Wanted[]): Wanted[] {
  return some.filter((each) => !others.some((other) => isSame(each, other)));
}
