/** What came of a request: an answer, or why there was none and whether it may have arrived nevertheless. */
export type Answer =
  | { arrived: true; response: Response }
  | { arrived: 'maybe'; detail: string }
  | { arrived: false; detail: string };

/** Failures of finding the server or agreeing on a connection: nothing was asked of it yet. */
const beforeAsking = new Set([
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'ERR_INVALID_URL',
]);

/** Asks once. Redirects are not followed: the bearer token goes where it was meant to go and nowhere else. */
export async function ask(url: string, request: RequestInit, timeoutMs: number): Promise<Answer> {
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    return { arrived: true, response: await fetch(url, { ...request, redirect: 'manual', signal }) };
  } catch (error) {
    const { code, message } = causeOf(error);
    return beforeAsking.has(code)
      ? { arrived: false, detail: code }
      : { arrived: 'maybe', detail: code || message };
  }
}

/** fetch hides why it failed in the cause, which may be one error for each address it tried. */
function causeOf(error: unknown): { code: string; message: string } {
  const { cause } = error as { cause?: { code?: string; errors?: { code?: string }[] } };
  const message = error instanceof Error ? error.message : 'The request failed.';
  return { code: cause?.code ?? cause?.errors?.[0]?.code ?? '', message };
}
