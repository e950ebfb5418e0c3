import { gzipSync } from 'node:zlib';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin, type Rollup } from 'vite';
import { viteAliases } from '../../scripts/support/libraries.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const here = fileURLToPath(new URL('.', import.meta.url));

/** Maximum size in kB, compressed, of the JavaScript that a site's page loads before the chat is opened. */
const MAX_BEFORE_OPEN = 30;

/**
 * Build plugin that fails if the widget exceeds its size limit. Counts the entry, and the code with which a returning
 * visitor's unread entries are counted.
 */
function budget(): Plugin {
  return {
    name: 'budget',
    apply: 'build',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const needed = new Set<Rollup.OutputChunk>();
      const need = (fileName: string) => {
        const chunk = chunks.find((other) => other.fileName === fileName);
        if (!chunk || needed.has(chunk)) return;
        needed.add(chunk);
        chunk.imports.forEach(need);
      };
      const of = (name: string) => chunks.find((chunk) => chunk.name === name)?.fileName;
      const names = [of('parley'), of('live')];
      if (names.includes(undefined)) this.error('No chunk is parley, or none is live.');
      names.forEach((name) => name && need(name));
      const bytes = [...needed].reduce((sum, { code }) => sum + gzipSync(code).length, 0);
      const size = `the widget needs ${(bytes / 1_000).toFixed(1)} kB of JavaScript before it is opened`;
      if (bytes > MAX_BEFORE_OPEN * 1_000) this.error(`${size}: ${MAX_BEFORE_OPEN} kB are allowed.`);
      process.stderr.write(`${size} … `);
    },
  };
}

export default defineConfig({
  root: here,
  base: './',
  cacheDir: `${root}node_modules/.vite/widget`,
  plugins: [budget()],
  resolve: {
    alias: viteAliases(),
  },
  build: {
    outDir: `${root}dist/widget`,
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: false,
    rolldownOptions: {
      input: { parley: `${here}src/parley.ts`, preview: `${here}src/preview.tsx` },
      preserveEntrySignatures: 'exports-only',
      output: { entryFileNames: '[name].js', chunkFileNames: 'assets/[name]-[hash].js' },
    },
  },
});
