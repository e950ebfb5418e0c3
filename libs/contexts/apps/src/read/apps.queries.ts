import { Injectable } from '@nestjs/common';
import {
  ACTIVE,
  type AppConnectionResponse,
  type AppDetailsResponse,
  type AppManifest,
  type AppResponse,
  type AppScope,
  type AppState,
  type CatalogueAppResponse,
} from '@parley/contracts/api/apps';
import { NotFound, Rejected } from '@parley/event-sourcing/decider/decider';
import { Database } from '@parley/platform/database/database';
import { AppCatalogue } from '../catalogue/app-catalogue';
import { compareVersions } from '../catalogue/manifest';
import { AppRecords } from '../data/app-records';
import type { AppConnectionState } from '../domain/installed-app';
import type { AppRow } from './apps.view';

/** An installed app that is switched on, with its manifest and scopes. */
export interface RunningApp {
  id: string;
  customerId: string;
  manifest: AppManifest;
  folder: string;
  scopes: string[];
  /** The values of settings by name, without secrets. */
  settings: Record<string, string>;
  connection: AppConnectionState | null;
}

/** Reads apps within their organisation. */
@Injectable()
export class AppQueries {
  constructor(
    private readonly database: Database,
    private readonly catalogue: AppCatalogue,
    private readonly records: AppRecords,
  ) {}

  /** The installed apps, switched on or off. */
  async list(
    customerId: string,
    filter: { name?: string; packageName?: string; enabled?: boolean } = {},
  ): Promise<AppResponse[]> {
    const apps = await this.all(customerId);
    return apps.filter(
      ({ state, name, packageName, enabled }) =>
        state !== 'uninstalled' &&
        (filter.name === undefined || name === filter.name) &&
        (filter.packageName === undefined || packageName === filter.packageName) &&
        (filter.enabled === undefined || enabled === filter.enabled),
    );
  }

  /** All apps of the catalogue, each with its installation in this organisation or null. */
  async marketplace(customerId: string): Promise<CatalogueAppResponse[]> {
    const apps = new Map((await this.all(customerId)).map((app) => [app.packageName, app]));
    const newest = await this.catalogue.newest();
    return newest.map(({ manifest }) => ({ manifest, installed: apps.get(manifest.packageName) ?? null }));
  }

  /** @throws NotFound */
  async details(customerId: string, id: string): Promise<AppDetailsResponse> {
    const row = await this.row(customerId, id);
    const found = await this.catalogue.find(row.package_name, row.state.version);
    return {
      ...(await this.shown(row)),
      manifest: found?.manifest ?? null,
      secrets: Object.entries(row.secrets).map(([name, secret]) => ({ name, ...secret })),
      connection: await this.connectionOf(row),
      records: await this.records.count({ customerId, id }),
    };
  }

  /**
   * Returns an app that is switched on.
   * @param scope scope that the app needs; undefined requires none
   * @throws NotFound for an app that does not exist or is not on, Rejected `app_scope_missing`
   */
  async running(customerId: string, id: string, scope?: AppScope): Promise<RunningApp> {
    const row = await this.row(customerId, id);
    const app = await this.catalogue.find(row.package_name, row.state.version);
    if (row.status !== 'on' || !app) throw new NotFound();
    if (scope && !row.state.scopes.includes(scope)) throw new Rejected('app_scope_missing', scope);
    const { scopes, settings, connection } = row.state;
    return { id, customerId, ...app, scopes, settings, connection };
  }

  /**
   * An installed app, on or off.
   * @throws NotFound
   */
  async installed(customerId: string, id: string): Promise<AppRow> {
    const row = await this.row(customerId, id);
    if (row.status === 'uninstalled') throw new NotFound();
    return row;
  }

  private async connectionOf({ id, state, connection }: AppRow): Promise<AppConnectionResponse | null> {
    if (!state.connection || !connection) return null;
    const { rows } = await this.database.query<{ used_at: Date | null }>(
      'select used_at from parley.app_connection where app_id = $1 and connection_id = $2',
      [id, state.connection.id],
    );
    const { account, scopes } = state.connection;
    return { account, scopes, ...connection, lastUsedAt: rows[0]?.used_at?.toISOString() ?? null };
  }

  private async all(customerId: string): Promise<AppResponse[]> {
    const { rows } = await this.database.query<AppRow>(
      'select * from apps.app where customer_id = $1 order by lower(name), id',
      [customerId],
    );
    return Promise.all(rows.map((row) => this.shown(row)));
  }

  private async row(customerId: string, id: string): Promise<AppRow> {
    const { rows } = await this.database.query<AppRow>(
      'select * from apps.app where customer_id = $1 and id = $2',
      [customerId, id],
    );
    if (!rows[0]) throw new NotFound();
    return rows[0];
  }

  private async shown(row: AppRow): Promise<AppResponse> {
    const { id, name, status, package_name: packageName, state, secrets } = row;
    const app = await this.catalogue.find(packageName, state.version);
    const newest = (await this.catalogue.newest()).find(
      ({ manifest }) => manifest.packageName === packageName,
    );
    const isNewer = newest && compareVersions(newest.manifest.version, state.version) > 0;
    const stateOf: AppState =
      status === 'uninstalled' ? status : !app ? 'broken' : status === 'on' ? 'active' : 'off';
    const wants = newest ? [...newest.manifest.scopes, ...newest.manifest.optionalScopes] : [];
    return {
      ...{ id, name, packageName, enabled: stateOf === 'active', state: stateOf, version: state.version },
      settings: [
        { name: ACTIVE, value: String(status === 'on') },
        ...Object.entries(state.settings).map(([setting, value]) => ({ name: setting, value })),
        ...Object.entries(secrets).map(([setting, { hint }]) => ({ name: setting, value: `${DOTS}${hint}` })),
      ],
      enabledFeatures: app?.manifest.features ?? [],
      publisher: app?.manifest.publisher ?? '',
      places: app?.manifest.places ?? {},
      scopes: state.scopes as AppScope[],
      keptUntil: row.kept_until === null ? null : new Date(row.kept_until).toISOString(),
      update: isNewer
        ? {
            version: newest.manifest.version,
            newScopes: wants.filter((scope) => !state.scopes.includes(scope)),
          }
        : null,
      isRefused: state.connection?.isRefused ?? false,
    };
  }
}

/** Shown in place of a secret. */
export const DOTS = '••••';
