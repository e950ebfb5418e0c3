import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { AppEvent } from '@parley/contracts/events';
import { Claims, type Unique } from '@parley/claims/claims';
import { CommandTo, type Executed } from '@parley/event-sourcing/decider/command';
import { installedApp, type InstalledAppCommand, type InstalledAppState } from '../domain/installed-app';

export class ToApp extends CommandTo<InstalledAppCommand, InstalledAppState, AppEvent> {}

/** Claims the name of an app within its organisation, because users could confuse two apps of one name. */
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

  /** @throws Rejected `app_already_available`, and by the rules of `installedApp` */
  execute(envelope: ToApp): Promise<Executed<InstalledAppState, AppEvent>> {
    return this.claims.execute(uniqueApp, envelope);
  }
}
