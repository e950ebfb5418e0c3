import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { AppEvent } from '@parley/contracts/events';
import { Claims, type Unique } from '@parley/claims/claims';
import { CommandTo, type Executed } from '@parley/event-sourcing/decider/command';
import { installedApp, type InstalledAppCommand, type InstalledAppState } from '../domain/installed-app';

/** A command on its way to one app of an organisation. */
export class ToApp extends CommandTo<InstalledAppCommand, InstalledAppState, AppEvent> {}

/** Two apps of one name could be taken for each other. */
const uniqueApp: Unique<InstalledAppCommand, InstalledAppState, AppEvent> = {
  decider: installedApp,
  category: 'app',
  goesBy: ({ status, name }) =>
    status === 'on' || status === 'off'
      ? [{ kind: 'app-name', value: name.toLocaleLowerCase('en'), taken: 'app_already_available' }]
      : [],
  isGone: () => false,
};

@CommandHandler(ToApp)
export class AppHandler implements ICommandHandler<ToApp> {
  constructor(private readonly claims: Claims) {}

  /** @throws Rejected `app_already_available`, and what the app's own rules refuse */
  execute(envelope: ToApp): Promise<Executed<InstalledAppState, AppEvent>> {
    return this.claims.execute(uniqueApp, envelope);
  }
}
