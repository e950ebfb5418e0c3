import type { INestApplication, INestApplicationContext } from '@nestjs/common';
import type { CommandBus } from '@nestjs/cqrs';
import { customer } from '@parley/access/domain/customer';
import { ToCustomer } from '@parley/access/write/customer.handler';
import { assistantSettings, ToAssistantSettings } from '@parley/assistant/domain/assistant-settings';
import { AssistantAddresses } from '@parley/assistant/provider/assistant-addresses';
import { CompletionsDouble } from '@parley/doubles/completions/completions-double';
import type { Aggregates } from '@parley/event-sourcing/decider/aggregates';
import { doneBy } from '@parley/event-sourcing/decider/command';
import type { Secrets } from '@parley/platform/security/keys';
import { ownUrl } from './demo-channels';

const PATH = '/demo/assistant/v1';
/** API key of the fake, which is public like all secrets of the demo. */
const KEY = 'parley-demo-assistant-key';
const PIECE_MS = 15;
const isDemoAddress = (address: string) => new URL(address).pathname === PATH;

/** Mounts a fake server of language models for the demo's writing assistant. */
export function useDemoAssistant(
  app: Pick<INestApplication, 'use'> & Pick<INestApplicationContext, 'get'>,
  { port }: { port: number },
): void {
  app.use(PATH, new CompletionsDouble({ key: KEY, pieceMs: PIECE_MS }).app);
  app.get(AssistantAddresses, { strict: false }).addDouble(ownUrl(port) + PATH);
}

/**
 * Switches the assistant on for the demo organisation. On later starts, keeps users' changes, and updates only the
 * address of the fake.
 * @returns the log position from which on views show it; '' if nothing changed
 */
export async function seedDemoAssistant(
  { commands, aggregates, secrets }: { commands: CommandBus; aggregates: Aggregates; secrets: Secrets },
  { customerId, port }: { customerId: string; port: number },
): Promise<string> {
  const now = new Date().toISOString();
  const address = ownUrl(port) + PATH;
  const its = await aggregates.load(assistantSettings, 'assistantSettings', customerId, customerId);
  if (its.version !== null && !isDemoAddress(its.state.address)) return '';
  const contextOf = () => doneBy('demo', { customerId, now });
  if (its.version === null) {
    const { state } = await aggregates.load(customer, 'customer', customerId, customerId);
    if (state.isRegistered && !state.settings.openAiApiKey) {
      const secret = 'demo-assistant-key';
      await secrets.put(customerId, customerId, secret, KEY);
      const settings = { openAiEnabled: true, openAiApiKey: { secret, lastFour: KEY.slice(-4) } };
      await commands.execute(new ToCustomer(customerId, { type: 'ChangeSettings', settings }, contextOf()));
    }
  }
  const models = its.version === null ? { models: ['parley-demo'] } : {};
  const change = { type: 'Change', changes: { address, ...models } } as const;
  const { position } = await commands.execute(new ToAssistantSettings(customerId, change, contextOf()));
  return position ?? '';
}
