import { randomUUID } from 'node:crypto';
import { user } from '@parley/access/domain/user';
import { accessView } from '@parley/access/read/access.projector';
import { Aggregates } from '@parley/event-sourcing/decider/aggregates';
import { foldOnce, ofTheBench, type Installation } from './installation';

/**
 * Calls the REST API as a user.
 * @throws Error if the API refuses the call
 */
export type Ask = <T>(method: string, path: string, body?: unknown) => Promise<T>;

/** Adds a manager or administrator before the product starts. @returns their id */
export async function addManager(
  { customerId, engines }: Installation,
  role: 'admin' | 'manager' = 'manager',
): Promise<string> {
  const userId = randomUUID();
  const [displayName, email] = ['Manager', 'manager@bench.example'];
  const command = { type: 'Add', userId, displayName, email, role } as const;
  const context = ofTheBench(customerId);
  await new Aggregates(engines.store).execute(user, 'user', { id: userId, command, context });
  await foldOnce(engines, [accessView]);
  return userId;
}

export async function signedIn(installation: Installation, address: string, userId: string): Promise<Ask> {
  const token = await installation.tokenOf(userId);
  const ask: Ask = async (method, path, body) => {
    const isForm = body instanceof FormData;
    const answer = await fetch(address + path, {
      method,
      headers: {
        ...{ authorization: `Bearer ${token}`, 'api-key': 'parley-web' },
        ...(!isForm && body !== undefined && { 'content-type': 'application/json' }),
      },
      body: isForm ? body : body === undefined ? undefined : JSON.stringify(body),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return JSON.parse(text) as never;
  };
  return ask;
}
