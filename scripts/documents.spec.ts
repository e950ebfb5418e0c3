import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

const root = resolve(__dirname, '..');
const MAX_ARCHITECTURE_LINES = 150;
const MAX_CONTRIBUTING_LINES = 90;

const documents = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  ...(readdirSync(join(root, 'docs'), { recursive: true }) as string[])
    .filter((file) => file.endsWith('.md'))
    .map((file) => `docs/${file}`)
    .sort(),
];
/**
 * Documents that may name files which do not exist: guides to files that the reader will create, and the change log.
 */
const imaginary = /^(CHANGELOG\.md|docs\/how-to\/(add-a-(channel|context|settings-noun)|write-an-app)\.md)$/;
const decisions = documents.filter((file) => /^docs\/adr\/\d{4}-/.test(file));

function read(file: string): string {
  return readFileSync(join(root, file), 'utf8');
}

/** @returns the text with its code blanked out, since brackets in code are no links */
function proseOf(text: string): string {
  return text.replace(/^ *```.*?^ *```/gms, '').replace(/`[^`\n]*`/g, (code) => 'x'.repeat(code.length));
}

/** @returns targets of links and images within this repository */
function relativeLinksOf(text: string): string[] {
  return [...proseOf(text).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target]) => target!)
    .filter((target) => !/^([a-z]+:|\/)/i.test(target));
}

/** @returns the anchors that GitHub derives from the headings: lower case, no punctuation, hyphens for spaces */
function anchorsOf(text: string): Set<string> {
  const used = new Map<string, number>();
  const headings = text.replace(/^ *```.*?^ *```/gms, '').matchAll(/^#{1,6} +(.+)$/gm);
  return new Set(
    [...headings].map(([, heading]) => {
      const words = heading!.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').trim();
      const slug = words
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\s_-]/gu, '')
        .replace(/\s/g, '-');
      const count = used.get(slug) ?? 0;
      used.set(slug, count + 1);
      return count === 0 ? slug : `${slug}-${count}`;
    }),
  );
}

/** @returns the broken links of a document, each with the reason why it is broken */
function brokenLinksOf(file: string, text: string): string[] {
  return relativeLinksOf(text).flatMap((link) => {
    const [path = '', anchor] = link.split('#');
    const target = path ? join(root, dirname(file), decodeURIComponent(path)) : join(root, file);
    if (!existsSync(target)) return `${link}: no such file`;
    if (relative(root, target).startsWith('..')) return `${link}: outside the repository`;
    if (!anchor || !statSync(target).isFile()) return [];
    const targetText = target === join(root, file) ? text : readFileSync(target, 'utf8');
    return anchorsOf(targetText).has(anchor) ? [] : `${link}: no such heading`;
  });
}

/**
 * @returns files and folders of this repository that a text names in code, with braces expanded and without patterns
 * such as `libs/*`
 */
function pathsIn(text: string): string[] {
  return [...text.matchAll(/`((?:apps|apps-catalogue|docs|examples|infra|libs|scripts)\/[^`\s]+)/g)]
    .map(([, path]) => path!)
    .filter((path) => !/[<>*…]/.test(path))
    .flatMap(expandBraces);
}

function expandBraces(path: string): string[] {
  const [, before, choices, after] = /^(.*?)\{([^}]*)\}(.*)$/.exec(path) ?? [];
  if (choices === undefined) return [path];
  return choices.split(',').flatMap((choice) => expandBraces(`${before}${choice}${after}`));
}

/** @returns the number of lines of a file, not counting an empty last line */
function lineCountOf(file: string): number {
  return read(file).trimEnd().split('\n').length;
}

describe('brokenLinksOf', () => {
  it('reports a missing file and a missing heading', () => {
    const text = '# Here\n[a](none.md) [b](#there) [c](#here) [d](CHANGELOG.md#no-such-release)';
    expect(brokenLinksOf('README.md', text)).toEqual([
      'none.md: no such file',
      '#there: no such heading',
      'CHANGELOG.md#no-such-release: no such heading',
    ]);
  });

  it('ignores links to other sites and brackets in code', () => {
    const text = '[a](https://example.com) `[b](none.md)`\n\n```ts\nx[c](none.md)\n```\n';
    expect(brokenLinksOf('README.md', text)).toEqual([]);
  });
});

it.each(documents)('finds no broken links in %s', (file) => {
  expect(brokenLinksOf(file, read(file))).toEqual([]);
});

it('expands braces and omits patterns when it collects paths', () => {
  const text = '`libs/a/{b,c}.ts` `libs/*/src` `apps/<name>` `scripts/test --affected`';
  expect(pathsIn(text)).toEqual(['libs/a/b.ts', 'libs/a/c.ts', 'scripts/test']);
});

it.each(documents.filter((file) => !imaginary.test(file)))('finds only existing paths in %s', (file) => {
  expect(pathsIn(read(file)).filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

it('keeps the architecture and the contribution guide short', () => {
  expect(lineCountOf('docs/architecture.md')).toBeLessThanOrEqual(MAX_ARCHITECTURE_LINES);
  expect(lineCountOf('CONTRIBUTING.md')).toBeLessThanOrEqual(MAX_CONTRIBUTING_LINES);
});

describe('decisions', () => {
  it.each(decisions)('have a number, a status and a date below the title in %s', (file) => {
    const number = Number(/\d{4}/.exec(file)![0]);
    const [title, , status] = read(file).split('\n');
    expect(title).toMatch(new RegExp(`^# ${number}\\. [A-Z]`));
    expect(status).toMatch(/^Status: (accepted|superseded by \[ADR \d+\]\(.+\)) · \d{4}-\d{2}-\d{2}$/);
  });

  it('are all listed in the index, under their titles', () => {
    const index = read('docs/adr/README.md');
    const listed = [...index.matchAll(/\[(.+?)\]\((\d{4}-.+?\.md)\)/g)].map(([, title, file]) => ({
      title,
      file,
    }));
    const existing = decisions.map((file) => ({
      title: read(file)
        .split('\n')[0]!
        .replace(/^# \d+\. /, ''),
      file: file.slice('docs/adr/'.length),
    }));
    expect(listed).toEqual(existing);
  });
});
