import { gzipSync } from 'node:zlib';
import type { Plugin, Rollup } from 'vite';

/**
 * Prints how much JavaScript a page needs before it shows anything: the compressed size of the page, the entry and
 * everything that they import statically. The build fails above the limit: code that only some pages need should be
 * loaded on demand.
 * @param module the end of the page's path
 * @param kilobytes the limit in units of 1,000 bytes
 */
export function budget({ module, kilobytes }: { module: string; kilobytes: number }): Plugin {
  return {
    name: 'budget',
    apply: 'build',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const needed = new Set<Rollup.OutputChunk>();
      const need = (chunk: Rollup.OutputChunk | undefined) => {
        if (!chunk || needed.has(chunk)) return;
        needed.add(chunk);
        for (const fileName of chunk.imports) need(chunks.find((other) => other.fileName === fileName));
      };
      const page = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(module));
      if (!page) this.error(`No chunk is ${module}.`);
      chunks.filter(({ isEntry }) => isEntry).forEach(need);
      need(page);
      const bytes = [...needed].reduce((sum, { code }) => sum + gzipSync(code).length, 0);
      const size = `${module} needs ${(bytes / 1_000).toFixed(1)} kB of JavaScript`;
      if (bytes > kilobytes * 1_000) this.error(`${size}: ${kilobytes} kB are allowed.`);
      process.stderr.write(`${size} … `);
    },
  };
}
