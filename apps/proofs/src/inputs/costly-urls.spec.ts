import { fetchFile } from '@parley/channels/adapters/fetch-file';
import { isProviders } from '@parley/channels/adapters/http';
import { signed } from '@parley/channels/adapters/x/x-api';
import { isSignedBy } from '@parley/channels/adapters/twilio/signature';
import { siteOf } from '@parley/contracts/rules/counted-links';
import { isSite } from '@parley/contracts/rules/web-chat-settings';
import { targetOf } from '@parley/mail-html/links';
import { GuardedAddress } from '@parley/platform/http/guarded-address';
import { isPushService } from '@parley/push/domain/push-services';
import { safeReturnTo } from '@parley/access/http/sign-in/login-attempt';
import { expectCheap } from '@parley/testing/hostile-inputs';

const marks = '\u0301\u0323'.repeat(60_000);
const connection = { secrets: {} } as Parameters<typeof signed>[2];
const api = { url: 'https://api.example', mediaHosts: [] };
const places = { allowed: [], publicUrl: 'https://parley.example', ownPorts: [] };
const guarded = new GuardedAddress(places, 'webhook_address_refused');
const ask = async () => ({ arrived: false as const, detail: '' });
const attempt = (read: (text: string) => unknown) => (text: string) => {
  try {
    return read(text);
  } catch {
    return undefined;
  }
};

// Each of these functions took 4 s or more when it called the URL parser directly.
test.each<[reader: string, read: (text: string) => unknown]>([
  ['the host check of provider requests', (text) => isProviders(text, api, connection)],
  [
    'the download of a file',
    (mediaId) => {
      const asset = { mediaId, contentType: 'image/png' } as Parameters<typeof fetchFile>[0];
      void fetchFile(asset, { ask, connection, headers: {} });
    },
  ],
  ['the signature of requests to X', (text) => signed('GET', text, connection)],
  [
    'the signature of Twilio',
    (url) => isSignedBy('token', { url, body: Buffer.alloc(0), contentType: '' }, 'x'),
  ],
  ['the site of a counted link', siteOf],
  ['the site of a web chat', isSite],
  ['the target of a link in a mail', targetOf],
  ['the guard of addresses that users enter', attempt((text) => guarded.normal(text))],
  ['the endpoint of a push subscription', (text) => isPushService(text, [])],
  ['the way back after sign-in', (text) => safeReturnTo(text.slice('https:'.length))],
])('takes bounded time for a URL with 120,000 combining marks: %s', (_reader, read) => {
  for (const text of [`https://a${marks}.example/`, `https://a${encodeURI(marks)}.example/`])
    expectCheap(read, text);
});
