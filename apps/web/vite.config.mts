import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { viteAliases } from '../../scripts/support/libraries.js';
import { budget } from './budget.mts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const server = process.env.PARLEY_SERVER ?? 'http://localhost:3000';

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  cacheDir: `${root}node_modules/.vite/web`,
  plugins: [react(), budget({ module: 'messaging-inbox/inbox.page.tsx', kilobytes: 256 })],
  resolve: {
    alias: [{ find: /^@parley\/ui\/(.*)$/, replacement: `${root}apps/web/src/ui/$1` }, ...viteAliases()],
  },
  build: {
    outDir: `${root}dist/web`,
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    // A high limit, because `budget` already limits the JavaScript that a page needs at its start.
    chunkSizeWarningLimit: 1_000,
  },
  server: {
    port: 5173,
    // Paths that the development server forwards to Parley's server, as in apps/server/src/http.ts.
    proxy: {
      '^/(accept-invitation|api|app-bundles|auth|demo|files|health|ingress|l|metrics|oidc|shop|web-chat|widget)(/|\\?|$)':
        server,
      '/socket.io': { target: server, ws: true },
    },
  },
});
