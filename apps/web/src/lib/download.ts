import { authorization } from './api-client';
import { failureOf, RequestFailed } from './problem';
import { session } from './session';

/**
 * Downloads bytes from the API as the signed-in user.
 * @param body if given, the request is a POST
 * @throws RequestFailed if the request fails or the response breaks off
 */
export async function download(
  path: string,
  { body, signal }: { body?: object; signal?: AbortSignal } = {},
): Promise<Blob> {
  const ask = async () =>
    fetch(path, {
      method: body ? 'POST' : 'GET',
      headers: { ...(await authorization()), ...(body && { 'Content-Type': 'application/json' }) },
      body: body && JSON.stringify(body),
      credentials: 'same-origin',
      signal,
    });
  try {
    let response = await ask();
    if (response.status === 401) {
      await session.renew();
      response = await ask();
    }
    if (!response.ok) throw await failureOf(response);
    return await response.blob();
  } catch (error) {
    if (error instanceof RequestFailed || signal?.aborted) throw error;
    throw new RequestFailed('network', 0);
  }
}
