import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { CustomerSettingsMap } from '@parley/contracts/api/customer-settings';
import type { CustomerSettings, StoredKey } from '@parley/contracts/events';
import { Aggregates } from '@parley/event-sourcing/decider/aggregates';
import type { CommandContext } from '@parley/event-sourcing/decider/command';
import { NotFound, Rejected } from '@parley/event-sourcing/decider/decider';
import { Secrets } from '@parley/platform/security/keys';
import { customer } from '../domain/customer';
import { editableSettings, isCustomerSetting, isCustomerSettingName } from '../domain/customer-settings';
import { ToCustomer } from './customer.handler';

/** Requires 16 characters or more: the screen shows the last four, so a shorter key could be guessed. */
const apiKey = /^[\x21-\x7e]{16,200}$/;

/**
 * Changes the settings that administrators may change. A new AI key is encrypted and stored before the event that
 * refers to it is recorded.
 */
@Injectable()
export class ChangeCustomerSettings {
  constructor(
    private readonly commands: CommandBus,
    private readonly aggregates: Aggregates,
    private readonly secrets: Secrets,
  ) {}

  /**
   * @returns the position of the last event; null if nothing changed
   * @throws NotFound; Rejected `setting_not_editable`, `setting_invalid`, `ai_key_invalid`
   */
  async change(wanted: Record<string, unknown>, context: CommandContext): Promise<string | null> {
    const { openAiApiKey, ...rest } = requireEditable(wanted);
    const { customerId } = context;
    const settings: Partial<CustomerSettings> = rest;
    const { state } = await this.aggregates.load(customer, 'customer', customerId, customerId);
    if (!state.isRegistered) throw new NotFound();
    if (openAiApiKey !== undefined) settings.openAiApiKey = await this.store(customerId, openAiApiKey);
    const command = { type: 'ChangeSettings', settings: defined(settings) } as const;
    const { position } = await this.commands.execute(new ToCustomer(customerId, command, context));
    const former = state.settings.openAiApiKey;
    if (openAiApiKey !== undefined && former) {
      await this.secrets.remove(customerId, customerId, former.secret);
    }
    return position;
  }

  private async store(customerId: string, key: string | null): Promise<StoredKey | null> {
    if (key === null) return null;
    const secret = `openai-api-key-${randomUUID()}`;
    await this.secrets.put(customerId, customerId, secret, key);
    return { secret, lastFour: key.slice(-4) };
  }
}

function requireEditable(wanted: Record<string, unknown>): CustomerSettingsMap {
  for (const name of Object.keys(wanted)) {
    if (!isCustomerSettingName(name)) throw new Rejected('setting_invalid', name);
    if (!(editableSettings as readonly string[]).includes(name))
      throw new Rejected('setting_not_editable', name);
  }
  const { openAiApiKey: key, ...plain } = wanted;
  for (const [name, value] of Object.entries(plain)) {
    if (value !== undefined && !isCustomerSetting(name, value)) throw new Rejected('setting_invalid', name);
  }
  const isKey = typeof key === 'string' && apiKey.test(key);
  if (key !== undefined && key !== null && !isKey) throw new Rejected('ai_key_invalid');
  return { ...plain, openAiApiKey: key };
}

function defined<T extends object>(settings: T): T {
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined)) as T;
}
