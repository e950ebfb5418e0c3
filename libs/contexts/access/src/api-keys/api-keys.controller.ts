import { Body, Controller, Delete, Get, HttpCode, Patch, Post, Query } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { ApiKeyMadeResponse, ApiKeysResponse } from '@parley/contracts/api/api-keys';
import { ApiKeyPatch, ApiKeyRequest, ApiKeyRotation } from '@parley/contracts/api/api-keys.requests';
import type { CommandResponse } from '@parley/contracts/api/conversations';
import { PositionQuery } from '@parley/contracts/api/conversations.requests';
import { carryOut } from '@parley/event-sourcing/decider/command-bus';
import { requestedNow } from '@parley/event-sourcing/decider/command';
import { Rejected } from '@parley/event-sourcing/decider/decider';
import { Views } from '@parley/event-sourcing/projection/views';
import { Id } from '@parley/platform/http/id';
import { NewId } from '@parley/platform/http/new-id';
import { CurrentPrincipal, Requires, type Principal } from '@parley/platform/http/principal';
import { Abilities } from '../domain/abilities';
import { ToApiKey } from './api-key';
import { ApiKeySecrets } from './api-key-secrets';
import { ApiKeyQueries } from './api-keys.queries';
import { apiKeysView } from './api-keys.view';
import { grantableRights } from './grantable-rights';

const HOUR_MS = 3_600_000;
@Controller('api/v3/api-keys')
@Requires('developers:read')
export class ApiKeysController {
  constructor(
    private readonly queries: ApiKeyQueries,
    private readonly secrets: ApiKeySecrets,
    private readonly abilities: Abilities,
    private readonly views: Views,
    private readonly commands: CommandBus,
  ) {}

  @Get()
  list(@CurrentPrincipal() me: Principal, @Query() { minPosition }: PositionQuery): Promise<ApiKeysResponse> {
    return this.views.read(apiKeysView.name, minPosition, async () => {
      const [data, isEnabled] = await Promise.all([
        this.queries.list(me.customerId, new Date().toISOString()),
        this.queries.isEnabled(me.customerId),
      ]);
      return { data, grantable: this.grantable(me), isEnabled };
    });
  }

  /** Creates a key. The response contains the secret, which cannot be read again later. */
  @Post()
  @Requires('developers:create')
  async create(
    @CurrentPrincipal() me: Principal,
    @NewId() id: string,
    @Body() details: ApiKeyRequest,
  ): Promise<ApiKeyMadeResponse> {
    this.requireGrantable(me, details.rights);
    const { secret, hint } = this.secrets.generate();
    const context = requestedNow(me);
    const create = {
      type: 'Create',
      details: { ...details },
      ownerId: me.userId,
      hint,
      now: context.now,
    } as const;
    const made = await this.commands.execute(new ToApiKey(id, create, context));
    const isNew = made.events.length > 0;
    if (isNew) await this.secrets.add(id, secret, context.now);
    // The caller may use the secret immediately, so this waits until the view contains the key.
    if (made.position) await this.views.waitFor(apiKeysView.name, made.position);
    return { id, secret: isNew ? secret : null, position: made.position ?? '' };
  }

  @Patch(':id')
  @Requires('developers:update')
  change(
    @CurrentPrincipal() me: Principal,
    @Id('id') id: string,
    @Body() details: ApiKeyPatch,
  ): Promise<CommandResponse> {
    if (details.rights) this.requireGrantable(me, details.rights);
    const context = requestedNow(me);
    return carryOut(
      this.commands,
      new ToApiKey(id, { type: 'Change', details: { ...details }, now: context.now }, context),
    );
  }

  /** Adds a new secret; the previous secret stays valid for `overlapHours` hours. */
  @Post(':id/rotate')
  @HttpCode(200)
  @Requires('developers:update')
  async rotate(
    @CurrentPrincipal() me: Principal,
    @Id('id') id: string,
    @Body() { hint: seen, overlapHours }: ApiKeyRotation,
  ): Promise<ApiKeyMadeResponse> {
    const { secret, hint } = this.secrets.generate();
    const context = requestedNow(me);
    const previousUntil = new Date(Date.parse(context.now) + overlapHours * HOUR_MS).toISOString();
    const rotated = await this.commands.execute(
      new ToApiKey(id, { type: 'Rotate', seen, hint, previousUntil }, context),
    );
    await this.secrets.add(id, secret, previousUntil);
    return { id, secret, position: rotated.position ?? '' };
  }

  /** Makes the user the owner of the key, for example after its former owner has left. */
  @Post(':id/take-over')
  @HttpCode(200)
  @Requires('developers:update')
  takeOver(@CurrentPrincipal() me: Principal, @Id('id') id: string): Promise<CommandResponse> {
    return carryOut(
      this.commands,
      new ToApiKey(id, { type: 'TakeOver', ownerId: me.userId }, requestedNow(me)),
    );
  }

  @Delete(':id')
  @Requires('developers:delete')
  async revoke(@CurrentPrincipal() me: Principal, @Id('id') id: string): Promise<CommandResponse> {
    const revoked = await carryOut(this.commands, new ToApiKey(id, { type: 'Revoke' }, requestedNow(me)));
    await this.secrets.forget(id);
    return revoked;
  }

  /** @throws Rejected `api_key_rights` for a right that the user does not have */
  private requireGrantable(me: Principal, rights: readonly string[]): void {
    const grantable = this.grantable(me);
    const missing = rights.find((right) => !grantable.includes(right));
    if (missing) throw new Rejected('api_key_rights', missing);
  }

  private grantable(me: Principal): string[] {
    return grantableRights(this.abilities.declared, (action, subject) => me.can(action, subject));
  }
}
