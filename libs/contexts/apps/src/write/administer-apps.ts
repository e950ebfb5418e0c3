import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { v5 as uuidV5 } from 'uuid';
import {
  ACTIVE,
  APP_DATA_KEPT_DAYS,
  type AppManifest,
  type AppScope,
  type AppSetting,
  type AppSettingValue,
} from '@parley/contracts/api/apps';
import type { AppSettingFact } from '@parley/contracts/events';
import { parseUrl } from '@parley/contracts/rules/parse-url';
import { carryOut } from '@parley/event-sourcing/decider/command-bus';
import type { CommandContext } from '@parley/event-sourcing/decider/command';
import { NotFound, Rejected } from '@parley/event-sourcing/decider/decider';
import { AppCatalogue } from '../catalogue/app-catalogue';
import { AppQueries, DOTS } from '../read/apps.queries';
import { AppConnections } from '../connect/app-connections';
import { GONE } from '../read/apps.view';
import { ToApp } from './app.handler';
import { AppSecrets } from './app-secrets';

const DAY_MS = 86_400_000;

/** Commands of administrators on the apps of their organisation. */
@Injectable()
export class AdministerApps {
  constructor(
    private readonly catalogue: AppCatalogue,
    private readonly queries: AppQueries,
    private readonly secrets: AppSecrets,
    private readonly connections: AppConnections,
    private readonly commands: CommandBus,
  ) {}

  /** Derives the id of an app from its package, so that concurrent and repeated installations yield one app. */
  idOf(packageName: string, customerId: string): string {
    return uuidV5(`app/${packageName}`, customerId);
  }

  /**
   * @throws NotFound for a version that the catalogue does not contain, Rejected `app_scopes`,
   *   `app_already_available`
   */
  async install(
    { packageName, version, scopes }: { packageName: string; version: string; scopes: AppScope[] },
    context: CommandContext,
  ): Promise<{ id: string; position: string }> {
    const { manifest } = (await this.catalogue.find(packageName, version)) ?? missing();
    requireScopes(manifest, scopes);
    const id = this.idOf(packageName, context.customerId);
    const { name } = manifest;
    const made = await this.commands.execute(
      new ToApp(id, { type: 'Install', packageName, name, version, scopes }, context),
    );
    // Deletes secrets and connections of an earlier installation.
    if (made.events.length > 0) {
      for (const { name: secret } of secretsOf(manifest))
        await this.secrets.put({ ...context, id }, secret, '');
      await this.connections.forgetAll({ ...context, id });
    }
    return { id, position: made.position ?? '' };
  }

  /** @throws NotFound, Rejected `app_scopes` */
  async update(
    id: string,
    { version, scopes }: { version: string; scopes: AppScope[] },
    context: CommandContext,
  ): Promise<{ position: string }> {
    const { package_name: packageName } = await this.queries.installed(context.customerId, id);
    const { manifest } = (await this.catalogue.find(packageName, version)) ?? missing();
    requireScopes(manifest, scopes);
    return carryOut(this.commands, new ToApp(id, { type: 'Update', version, scopes }, context));
  }

  /**
   * Changes the named settings.
   * @throws NotFound, Rejected `app_setting_unknown`, `app_setting_invalid`
   */
  async set(id: string, values: AppSettingValue[], context: CommandContext): Promise<{ position: string }> {
    const { package_name: packageName, state } = await this.queries.installed(context.customerId, id);
    const app = await this.catalogue.find(packageName, state.version);
    const settings: AppSettingFact[] = [];
    const secrets: AppSettingFact[] = [];
    let isOn: boolean | undefined;
    for (const { name, value } of values) {
      if (name === ACTIVE) {
        if (!isSwitch(value)) throw new Rejected('app_setting_invalid', name);
        isOn = value === 'true';
        continue;
      }
      const setting = app?.manifest.settings.find((known) => known.name === name);
      if (!setting) throw new Rejected('app_setting_unknown', name);
      // A form that returns the masked secret does not change it.
      if (setting.type === 'secret' && value.startsWith(DOTS)) continue;
      if (value !== '' && !isValid(setting, value)) throw new Rejected('app_setting_invalid', name);
      (setting.type === 'secret' ? secrets : settings).push({ name, value });
    }
    const hints = secrets.map(({ name, value }) => ({
      name,
      value: value === '' ? GONE : this.secrets.hintOf(value),
    }));
    // Stored before the event, so that every reader of the event finds the new secrets.
    for (const { name, value } of secrets) await this.secrets.put({ ...context, id }, name, value);
    return carryOut(this.commands, new ToApp(id, { type: 'Set', settings, secrets: hints, isOn }, context));
  }

  uninstall(id: string, context: CommandContext): Promise<{ position: string }> {
    const keptUntil = new Date(Date.parse(context.now) + APP_DATA_KEPT_DAYS * DAY_MS).toISOString();
    return carryOut(this.commands, new ToApp(id, { type: 'Uninstall', keptUntil }, context));
  }

  /** @throws NotFound, Rejected `app_data_gone`, `app_already_available` */
  restore(id: string, context: CommandContext): Promise<{ position: string }> {
    return carryOut(this.commands, new ToApp(id, { type: 'Restore', now: context.now }, context));
  }
}

function missing(): never {
  throw new NotFound();
}

const secretsOf = ({ settings }: AppManifest) => settings.filter(({ type }) => type === 'secret');

/** Requires all mandatory scopes of the manifest, and no scopes that the manifest does not list. */
function requireScopes({ scopes, optionalScopes }: AppManifest, granted: AppScope[]): void {
  const isAll = scopes.every((scope) => granted.includes(scope));
  const isAsked = granted.every((scope) => scopes.includes(scope) || optionalScopes.includes(scope));
  if (!isAll || !isAsked) throw new Rejected('app_scopes');
}

const isSwitch = (value: string) => value === 'true' || value === 'false';

function isValid({ type, options = [] }: AppSetting, value: string): boolean {
  switch (type) {
    case 'url':
      return /^https?:\/\/[^@\s]+$/.test(value) && parseUrl(value) !== null;
    case 'number':
      return /^-?\d{1,12}(\.\d{1,6})?$/.test(value);
    case 'switch':
      return isSwitch(value);
    case 'choice':
      return options.includes(value);
    case 'text':
    case 'secret':
      return true;
  }
}
