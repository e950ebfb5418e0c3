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

/** Used instead of an organisation's id for values that only one organisation may have, such as a domain. */
const ALL_ORGANISATIONS = '00000000-0000-0000-0000-000000000000';
const POLL_MS = 20;
const MAX_POLL_MS = 500;

/** A value that at most one owner in an organisation may have. */
export interface Claimable {
  kind: ClaimKind;
  /** The normalised spelling; another spelling would be a different claim. */
  value: string;
  /**
   * Only one organisation may have the value. The organisation is the owner, whichever of its aggregates uses the
   * value.
   */
  isGlobal?: boolean;
}

/** A unique value of an aggregate. `taken` is the error code that another aggregate gets if it wants the value. */
export interface Wanted extends Claimable {
  taken: string;
  /** Field of the request that contains the value. */
  field?: string;
}

/**
 * Whether the owner in a claim uses the value. `held`: its fact is in the log. `pending`: it is about to append the
 * fact, has stopped before the append, or uses another value now. `gone`: the owner no longer exists.
 */
export type Holding = 'held' | 'pending' | 'gone';

/** The owner in a claim, as an aggregate of an organisation. */
export interface Owner {
  id: string;
  customerId: string;
  claimedBy: Actor | null;
}

/** A kind of aggregate with names, addresses or accounts that must be unique. */
export interface Unique<Command, State, Event extends Fact> {
  decider: Decider<Command, State, Event>;
  category: Category;
  /** @returns the unique values in a state, always in the same order, in which a command also claims them */
  goesBy: (state: State) => Wanted[];
  /** Whether the aggregate no longer exists and will never use a unique value again. */
  isGone: (state: State) => boolean;
}

/** A claim in the log. */
interface Claim {
  id: string;
  scope: string;
  ownerId: string;
  fence: number;
}

/** A claim that had no owner or another owner before. */
interface Taken {
  claimable: Claimable;
  claim: Claim;
}

/** The aggregate that claims values, with a callback that checks the present owners of the values. */
interface Taker {
  ownerId: string;
  holding: (claimable: Claimable, owner: Owner) => Promise<Holding>;
  /** Claims by id that this attempt or an earlier one has taken. */
  taken?: Map<string, Taken>;
  /** Time, by `performance.now()`, of a read that found that none of the values had ever been claimed. */
  unheldAt?: number;
}

/**
 * Decides who owns a unique value. The log settles a race: the first append of the claim wins.
 * A claim is appended before the fact for which it is made, which is in another stream. So a claim may name an owner
 * whose fact is not in the log yet. The rule for this case: **an owner has `sayWithinMs` from its claim to append its
 * fact; another claimant waits `patienceMs` and takes the claim over if the fact is not in the log by then.** A
 * slower owner appends nothing and fails with `busy`. Each process measures both times by its own clock, from the
 * moment at which it read the claim, so the clocks need not agree. A process that stops between claim and append
 * keeps a value from others for `patienceMs`.
 */
export class Claims {
  /** Time limit in ms from a claim to the append of its fact. */
  sayWithinMs = 2_500;
  /**
   * Time in ms after which a claim without a fact can be taken over; exceeds `sayWithinMs` by more than an append
   * takes.
   */
  patienceMs = 5_000;
  private readonly key: Buffer;

  constructor(
    private readonly aggregates: Aggregates,
    masterKey: MasterKey,
  ) {
    this.key = masterKey.purpose('claims');
  }

  /** @returns the id of the claim's stream */
  idOf(claimable: Claimable, customerId: string): string {
    return this.placeOf(claimable, customerId).id;
  }

  /** @returns the owner, null if there is none, and the actor of the last claim */
  async find(
    claimable: Claimable,
    customerId: string,
  ): Promise<{ ownerId: string | null; claimedBy: Actor | null }> {
    const { id, scope } = this.placeOf(claimable, customerId);
    const { state, actor } = await this.aggregates.load(claim, 'claim', id, scope);
    return { ownerId: state.ownerId, claimedBy: actor };
  }

  /** @returns null if there is no owner */
  async ownerOf(claimable: Claimable, customerId: string): Promise<string | null> {
    return (await this.find(claimable, customerId)).ownerId;
  }

  /**
   * @returns the owner as of the log position in the context, or the current owner without one; null if there is none
   */
  async cachedOwnerOf(
    claimable: Claimable,
    { customerId, asOf }: Pick<CommandContext, 'customerId' | 'asOf'>,
  ): Promise<string | null> {
    if (asOf === undefined) return this.ownerOf(claimable, customerId);
    const { id, scope } = this.placeOf(claimable, customerId);
    const { state } = await this.aggregates.getCached(claim, 'claim', { id, customerId: scope, asOf });
    return state.ownerId;
  }

  /**
   * Claims a value if it has no owner. Does not check whether the present owner has appended the fact for its claim.
   * @returns the owner now: this claimant or an earlier one
   */
  async claim(claimable: Claimable, ownerId: string, context: CommandContext): Promise<string> {
    const { id, scope } = this.placeOf(claimable, context.customerId);
    const { state } = await this.aggregates.execute(claim, 'claim', {
      id,
      command: { type: 'Claim', kind: claimable.kind, ownerId },
      // Each try of a command may make a new owner id, and its claim must not count as a repetition of the earlier
      // one.
      context: { ...step(context, `claim/${ownerId}`), customerId: scope, asOf: undefined },
      // The caller has checked the value, so the stream is most likely empty.
      isFirst: true,
    });
    return state.ownerId ?? ownerId;
  }

  /** Frees the value if this owner has it. */
  async release(claimable: Claimable, ownerId: string, context: CommandContext): Promise<void> {
    await this.releaseClaim({ ...this.placeOf(claimable, context.customerId), ownerId }, context);
  }

  /** Frees a claim of the organisation, given the id of its stream, if this owner has it. */
  async releaseById(id: string, ownerId: string, context: CommandContext): Promise<void> {
    await this.releaseClaim({ id, scope: context.customerId, ownerId }, context);
  }

  /**
   * Runs a command on an aggregate with unique values: claims its new values before the append, and frees its former
   * values after it. A command that is refused or changes no unique value claims nothing.
   * @param prepare further work before the append, done only by the owner of all the values
   * @throws Rejected with the `taken` code of a value that another aggregate has, with `busy` if the time limit
   * passes, or with a code of the aggregate's decider
   */
  async execute<Command, State, Event extends Fact>(
    unique: Unique<Command, State, Event>,
    envelope: Envelope<Command>,
    prepare: () => Promise<void> = () => Promise.resolve(),
  ): Promise<Executed<State, Event>> {
    const { decider, category, goesBy } = unique;
    const { id, context } = envelope;
    const holding = (claimable: Claimable, owner: Owner) => this.holding(unique, claimable, owner);
    // If another append comes first, the command is decided again and may then need other values or none.
    const taker = { ownerId: id, holding, taken: new Map<string, Taken>() };
    let wanted: Wanted[] = [];
    try {
      const done = await this.aggregates.execute(
        decider,
        category,
        envelope,
        async ({ before, after }, append) => {
          const [had, has] = [goesBy(before), goesBy(after)];
          // Reads these claims before the append. If another aggregate claims a value after the append, its claim has
          // a new fence and is not freed.
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

  /** Loads an owner and checks whether it uses a value. */
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
   * Claims all values for an owner, and then calls `work` with the context under which it must append the fact. If
   * another owner has one of the values, or the fact is refused, frees the values that were free before.
   * @param owner.holding checks whether the owner in a claim uses the value
   * @param owner.unheldAt time of a recent read that found no claim; the log is then not read again
   * @throws Rejected with the code of a value that another owner has; with `busy` if the time limit passes first
   */
  async take<T>(
    wanted: readonly Wanted[],
    { ownerId, holding, taken = new Map(), unheldAt }: Taker,
    context: CommandContext,
    work: (context: CommandContext) => Promise<T>,
  ): Promise<T> {
    if (wanted.length === 0) return work(context);
    // Long enough to wait for two owners in turn that stopped before they completed or released their claim.
    const giveUpAt = performance.now() + 2 * this.patienceMs + this.sayWithinMs;
    try {
      for (;;) {
        let [since, isStale] = [Infinity, false];
        for (const each of wanted) {
          const got = await this.takeOne(each, { ownerId, holding, giveUpAt, unheldAt }, context);
          // A renewed claim has a new fence, which is needed to free it.
          const { claim: its } = got;
          if (got.isNew || taken.has(its.id)) taken.set(its.id, { claimable: each, claim: its });
          isStale ||= got.isWaitedFor && since < Infinity;
          since = Math.min(since, got.at);
        }
        // During the wait for one claim, the earlier ones may have become too old, so they are renewed.
        if (isStale) continue;
        const appendBefore = Math.min(context.appendBefore ?? Infinity, since + this.sayWithinMs);
        return await work({ ...context, appendBefore });
      }
    } catch (error) {
      if (error instanceof Rejected) await this.freeUnsaid({ ownerId, holding, taken }, context);
      throw error;
    }
  }

  /** Frees the taken claims whose values the owner does not use, and empties `taken`. */
  private async freeUnsaid(
    { ownerId, holding, taken }: Required<Omit<Taker, 'unheldAt'>>,
    context: CommandContext,
  ): Promise<void> {
    const { customerId, actor: claimedBy } = context;
    for (const { claimable, claim: made } of taken.values()) {
      // A second run of the same command may have appended the event: then the owner keeps the claim.
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
    // Trusts a read for half the time limit only, so that the other half is left for the append of the fact.
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
        // Until `patienceMs` have passed, a `pending` owner may still append its fact, so it is checked again.
        if (says === 'pending' && at - seen.at < this.patienceMs) {
          if (at > giveUpAt) throw new Rejected('busy');
          await pause(Math.min(POLL_MS * 2 ** tries, MAX_POLL_MS));
          continue;
        }
      }
      const { state } = await take(me, fence);
      if (state.ownerId !== me) continue;
      if (owner && (await holding(wanted, owner)) === 'held') {
        // The previous owner's append began in time and has just completed, so the claim is returned to that owner.
        await take(found.ownerId!, state.fence);
        throw refusal(wanted);
      }
      const taken = { id, scope, ownerId: me, fence: state.fence };
      return { claim: taken, isNew: found.ownerId !== me, isWaitedFor: tries > 0, at };
    }
  }

  /**
   * @returns the aggregate behind a claim; for a global claim, the aggregate of the owning organisation that uses the
   * value
   */
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

  /** @returns this owner's claims on the values */
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
