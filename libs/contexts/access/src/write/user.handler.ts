import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { UserEvent } from '@parley/contracts/events';
import { normalizeText } from '@parley/contracts/rules/normalized-text';
import { Claims, type Unique } from '@parley/claims/claims';
import { Aggregates } from '@parley/event-sourcing/decider/aggregates';
import { CommandTo, type CommandContext, type Executed } from '@parley/event-sourcing/decider/command';
import { Rejected } from '@parley/event-sourcing/decider/decider';
import { Views } from '@parley/event-sourcing/projection/views';
import { OneAtATime } from '@parley/platform/database/one-at-a-time';
import { isMember, user, type UserCommand, type UserState } from '../domain/user';
import { accessView } from '../read/access.projector';
import { AccessQueries } from '../read/access.queries';

type Result = Executed<UserState, UserEvent>;
type AskedFor<Command> = Command extends unknown ? Omit<Command, 'hasOtherAdministrator'> : never;

/** The commands that callers may give; the handler adds the data about other users that the rules need. */
export type UserRequest = AskedFor<UserCommand>;

export class ToUser extends CommandTo<UserRequest, UserState, UserEvent> {}

/** Claims the e-mail address of a user within the organisation. */
export const uniqueUser: Unique<UserCommand, UserState, UserEvent> = {
  decider: user,
  category: 'user',
  goesBy: (state) => {
    const value = emailOf(state);
    return value === null ? [] : [{ kind: 'user-email', value, taken: 'user_email_taken' }];
  },
  isGone: ({ status }) => status === 'deleted',
};

/** Time limit in ms for the view to fold a command before the next command may run. */
const ROWS_TIMEOUT_MS = 2_000;

@CommandHandler(ToUser)
export class UserHandler implements ICommandHandler<ToUser> {
  constructor(
    private readonly aggregates: Aggregates,
    private readonly claims: Claims,
    private readonly access: AccessQueries,
    private readonly views: Views,
    private readonly oneAtATime: OneAtATime,
  ) {}

  execute(envelope: ToUser): Promise<Result> {
    const { id, command, context } = envelope;
    const { customerId } = context;
    switch (command.type) {
      case 'Add':
        return this.unique(id, command, context);
      case 'Invite':
        return this.alone(customerId, async () => {
          await this.requireSeatToJoin(id, customerId);
          return this.unique(id, command, context);
        });
      case 'Change':
        return this.alone(customerId, async () => {
          if (command.changes.active === true) await this.requireSeatToReturn(id, customerId);
          return this.unique(id, { ...command, ...(await this.others(id, customerId)) }, context);
        });
      case 'Delete':
        return this.alone(customerId, async () => {
          return this.unique(id, { ...command, ...(await this.others(id, customerId)) }, context);
        });
      default:
        return this.unique(id, command, context);
    }
  }

  private async others(id: string, customerId: string) {
    return { hasOtherAdministrator: await this.access.hasOtherAdministrator(customerId, id) };
  }

  /**
   * Runs commands one at a time per organisation. Rules across users read rows of the view, so the next command waits
   * until the view contains the result of this one.
   */
  private alone(customerId: string, work: () => Promise<Result>): Promise<Result> {
    return this.oneAtATime.run(`members of ${customerId}`, async () => {
      const result = await work();
      const isNew = result.events.length > 0 && result.position !== null;
      if (isNew) await this.views.waitFor(accessView.name, result.position ?? '', ROWS_TIMEOUT_MS);
      return result;
    });
  }

  /** @throws Rejected `user_email_taken`, or a code of the rules of `user` */
  private unique(id: string, command: UserCommand, context: CommandContext): Promise<Result> {
    return this.claims.execute(uniqueUser, { id, command, context });
  }

  /** Requires a free seat for a new user; a repeated invitation under the same id needs none. */
  private async requireSeatToJoin(id: string, customerId: string): Promise<void> {
    const { state } = await this.aggregates.load(user, 'user', id, customerId);
    if (state.status === 'missing') await this.requireSeat(customerId);
  }

  private async requireSeatToReturn(id: string, customerId: string): Promise<void> {
    const { state } = await this.aggregates.load(user, 'user', id, customerId);
    if (state.status === 'deactivated') await this.requireSeat(customerId);
  }

  private async requireSeat(customerId: string): Promise<void> {
    const { limitUsers } = await this.access.customerSettings(customerId);
    if (limitUsers !== -1 && (await this.access.seatsTaken(customerId)) >= limitUsers) {
      throw new Rejected('user_limit_reached');
    }
  }
}

/** The normalised address to claim; null for a user who was deleted, erased or never added. */
function emailOf(state: UserState): string | null {
  const email = isMember(state) ? state.details?.email : undefined;
  return email === undefined ? null : normalizeText(email.trim(), 'NFC').toLowerCase();
}
