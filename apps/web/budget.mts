import { gzipSync } from 'node:zlib';
import type { Plugin, Rollup } from 'vite';

/**
 * Says how much JavaScript a page needs before it shows anything: what it and the entry import statically, compressed.
 * The build fails where that is more than it may be: something that only some need is to be loaded when they do.
 * @param module the end of the page's path
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
